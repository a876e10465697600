// Is a list read to its end, and whole, whatever happens to it meanwhile?
import { expect } from 'vitest';
import type { Found, Target } from '../../src/model/target.ts';
import { key } from './asking.ts';
import type { Stage } from './conformance.ts';

const other = 'slack:T1:C9:1732900000.000200';

export const pageChecks = (look: (target: Target) => Promise<Found>, notBelieved: (stage: Stage) => Promise<void>) => ({
  'every page is read': async (stage: Stage) => {
    await stage.fill(130);
    await stage.put(key);
    await stage.fill(130);
    await stage.put(key);
    const found = await look(stage.target);
    expect(found.answer === 'found' && found.records).toHaveLength(2);
  },
  'a further page that cannot be had makes nothing provable': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('further-page');
    expect(await look(stage.target)).toMatchObject({ answer: 'cannot-see' });
  },
  'what moves over the edge of a page while it is read is not lost': async (stage: Stage) => {
    await stage.fill(120);
    await stage.put(key);
    await stage.fill(30);
    await stage.fault('shrinking');
    const found = await look(stage.target);
    expect(found.answer).not.toBe('none');
    expect(found.answer === 'found' ? found.records : [{ key }]).toHaveLength(1);
  },
  'an answer that is only a part is not believed': async (stage: Stage) => {
    await stage.put(other);
    await stage.fault('part');
    await notBelieved(stage);
  },
});
