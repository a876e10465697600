// What the PostgreSQL driver needs of cryptography, in Node's own functions: the driver asks Web Crypto for the same, and loading that
// takes longer than the whole proof of a password.
const { promisify } = require('node:util');

/** Loaded when it is first needed, which is after the server was asked: it has something to do meanwhile. */
const own = () => require('node:crypto');
const hash = (name, data) => own().createHash(name).update(data).digest();
const md5 = async (data) => hash('md5', data).toString('hex');

module.exports = {
  randomBytes: (size) => own().randomBytes(size),
  md5,
  /** https://www.postgresql.org/docs/current/protocol-flow.html, AuthenticationMD5Password. */
  postgresMd5PasswordHash: async (user, password, salt) =>
    `md5${await md5(Buffer.concat([Buffer.from(await md5(password + user)), salt]))}`,
  sha256: async (data) => hash('sha256', data),
  /** `name` as Web Crypto writes it: `SHA-256`. */
  hashByName: async (name, data) => hash(name.replace(/^SHA-/i, 'sha'), data),
  hmacSha256: async (key, message) => own().createHmac('sha256', key).update(message).digest(),
  deriveKey: (password, salt, iterations) => promisify(own().pbkdf2)(password, salt, iterations, 32, 'sha256'),
};
