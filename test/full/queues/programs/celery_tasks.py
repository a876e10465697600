# What an application with Celery does, in processes that can be killed: `python3 celery_tasks.py EVENT MODE [QUEUE]` sends one task.
import os
import signal
import sys
import time

from celery import Celery

app = Celery("celery_tasks", broker=os.environ["BROKER"], backend=os.environ["RESULTS"])
app.conf.update(
    task_acks_late=True,
    result_extended=True,
    worker_prefetch_multiplier=1,
    broker_transport_options={"visibility_timeout": int(os.environ.get("VISIBILITY", "3"))},
    imports=("celery_tasks",),
)


@app.task(bind=True, name="create_ticket", max_retries=1)
def create_ticket(self, event, mode):
    with open(os.environ["MADE"], "a") as made:
        redelivered = (self.request.delivery_info or {}).get("redelivered")
        made.write(f"{event['event_id']} {self.request.id} {self.request.retries} {redelivered} {time.time()}\n")
    how = os.environ.get("HOW", "work")
    if how == "crash" or mode == "kill-child":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "hang":
        time.sleep(600)
    if mode == "fail":
        raise self.retry(exc=TimeoutError("POST /tickets of a secret timed out"), countdown=0)
    return {"ticket": 1}


@app.task(name="notify")
def notify(event_id):
    return event_id


if __name__ == "__main__":
    event_id, mode = sys.argv[1:3]
    if mode == "other":
        notify.apply_async([event_id], queue=sys.argv[3])
    else:
        create_ticket.apply_async([{"event_id": event_id}, mode], task_id=f"task-{event_id}")
