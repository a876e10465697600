// The worker that every queue gets: one ticket for each job; a refusal is permanent, anything else is tried again by the queue.
const queue = await import(`./queues/${process.env.QUEUE}.js`);

await queue.consume(async ({ key, marker }) => {
  const body = JSON.stringify({ key, title: marker });
  const answer = await fetch(`${process.env.TRACKER}/tickets`, { method: 'POST', body });
  if (answer.status === 422) throw new queue.Permanent('the tracker refuses it');
  if (!answer.ok) throw new Error(`the tracker said ${answer.status}`);
});
console.log('working');
