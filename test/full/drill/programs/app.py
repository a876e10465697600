# A small app of the standard library: a ticket for each event that reaches it, and nothing that would stop a second one.
import hashlib
import hmac
import json
import os
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["DRILL_SECRET"].encode()


class App(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        stamp = self.headers["X-Slack-Request-Timestamp"].encode()
        made = hmac.new(SECRET, b"v0:" + stamp + b":" + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest("v0=" + made, self.headers["X-Slack-Signature"]):
            return self.answer(401)
        if not body.startswith(b"{"):
            return self.answer(200)
        ticket = {"key": self.headers["Idempotency-Key"], "title": json.loads(body)["event"]["text"]}
        call = urllib.request.Request(os.environ["TRACKER"] + "/tickets", json.dumps(ticket).encode())
        try:
            with urllib.request.urlopen(call, timeout=5) as answer:
                self.answer(200, json.load(answer)["id"])
        except urllib.error.HTTPError as error:
            self.answer(error.code)
        except OSError:
            self.answer(500)

    def answer(self, status, made=None):
        self.send_response(status)
        if made:
            self.send_header("X-Result-Id", made)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), App)
print("listening", flush=True)
server.serve_forever()
