// How does the worker talk to the tracker, and what does it know when no good answer comes?
import { randomUUID } from 'node:crypto';

/** Creates a record, without any key by which the tracker could know it again. */
export async function createRecord({ config, fact, self: { at: _, ...self }, title }) {
  const call = {
    ...self,
    at: new Date(),
    call_id: randomUUID(),
    request_id: randomUUID(),
    target: 'tracker',
    operation: 'create',
  };
  const made = await request(`${config.trackerUrl}/records`, { title }, call, { config, fact });
  fact('record', {
    ...self,
    at: made.created_at,
    created_at: made.created_at,
    target: 'tracker',
    record_id: made.id,
    url: made.url,
    call_id: call.call_id,
    created_by: 'support-bot',
  });
  return made;
}

/** Asks the tracker's search how many records there are: one would be the one to keep. */
export async function countRecords({ config, fact, self: { at: _, ...self } }) {
  const call = { ...self, at: new Date(), call_id: randomUUID(), target: 'tracker', operation: 'find' };
  fact('call', { ...call, started_at: call.at });
  const response = await fetch(`${config.trackerUrl}/search`);
  const found = (await response.json()).length;
  fact('call', { ...call, finished_at: new Date(), outcome: 'done', status: response.status, found });
  return found;
}

/** Tells whoever is on duty: the step behind the create. */
export async function page({ config, fact, self: { at: _, ...self } }) {
  const call = { ...self, at: new Date(), call_id: randomUUID(), request_id: randomUUID(), target: 'pager' };
  return request(`${config.trackerUrl}/pages`, {}, call, { config, fact });
}

async function request(url, body, call, { config, fact }) {
  fact('call', { ...call, started_at: call.at });
  const end = (more) => fact('call', { ...call, finished_at: new Date(), ...more });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': call.request_id },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(config.callTimeoutMs ?? 10_000),
    });
    const answer = await response.json();
    if (!response.ok) throw new CallError(`${call.target} answered ${response.status}`, response.status);
    end({ outcome: 'done', status: response.status, result_id: answer.id });
    return answer;
  } catch (error) {
    const code = error.status ? `HTTP_${error.status}` : error.name;
    // Sent, and no answer that proves anything: only a 4xx would mean that nothing happened.
    const outcome = error.status >= 400 && error.status < 500 ? 'refused' : 'unknown';
    end({ outcome, status: error.status, error_code: code });
    throw new CallError(error.message, error.status, code);
  }
}

class CallError extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
