// An address that cannot be taken is told with what to do; it is no fault of this program.
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { Exit } from '../src/exit.ts';
import { listening } from '../src/listening.ts';

function server() {
  const made = createServer();
  onTestFinished(() => void made.close());
  return made;
}

it('names a port that another process has', async () => {
  const { port } = await listening(server(), 0, '127.0.0.1');
  await expect(listening(server(), port, '127.0.0.1')).rejects.toMatchObject({
    code: 'DEDUPE_LISTEN_REFUSED',
    message: `cannot listen on 127.0.0.1:${port}: another process listens there`,
    hint: expect.stringContaining('choose another port'),
    exit: Exit.failed,
  });
});

it.each(['192.0.2.1', '2001:db8::1'])('names the address %s, which this machine has not', async (host) => {
  await expect(listening(server(), 0, host)).rejects.toMatchObject({
    code: 'DEDUPE_LISTEN_REFUSED',
    message: expect.stringMatching(/^cannot listen on (192\.0\.2\.1|\[2001:db8::1\]):0: this machine has no/),
  });
});
