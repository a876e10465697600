// The same event before and after something has forgotten what was in its memory.
import type { HookName } from '../../model/drill-hooks.ts';
import type { Drill } from './drill.ts';

export async function afterRestart(drill: Drill, restart: HookName) {
  const act = drill.act();
  const request = drill.ordinary(act);
  await drill.deliverWithRetries(request);
  await drill.appears(act);
  await drill.hook(restart, act);
  await drill.ready();
  await drill.deliver(request, { retry: { num: 3, reason: 'http_timeout' } });
  await drill.deliverWithRetries(request);
  return drill.judgeLater([{ act, wanted: 1 }]);
}
