// Writes to a file, a pipe or a socket without Node's streams, which take longer to load than most commands to run.
const { fstatSync, statSync, writeSync } = require('node:fs');

/** `stream` makes Node's own one: for terminals, whose width and colours only it knows, and for readers that are slow. */
exports.outputTo = function outputTo(fd, stream, fail) {
  if (!isPlain(fd)) return stream();
  let rest;
  return {
    write(text, done = () => {}) {
      if (rest) return rest.write(text, done);
      let bytes = Buffer.from(text);
      try {
        while (bytes.length > 0) bytes = bytes.subarray(writeSync(fd, bytes));
      } catch (error) {
        if (error.code !== 'EAGAIN') return fail(error);
        // Somebody made the pipe one that does not wait: the stream knows how to, and keeps the order from here on.
        rest = stream();
        return rest.write(bytes, done);
      }
      done();
      return true;
    },
  };
};

function isPlain(fd) {
  try {
    const found = fstatSync(fd);
    return found.isFile() || found.isFIFO() || found.isSocket() || isNowhere(found);
  } catch {
    return false;
  }
}

/** A device too, but neither a terminal nor slow. */
function isNowhere(found) {
  return found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev;
}
