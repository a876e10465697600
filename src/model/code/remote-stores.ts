// Stores outside of the process that remember events by a question and a note of its own: tables, collections, key-value stores.
import type { Act } from './act.ts';
import { type StoreUse, storeUses, textOf } from './dedupe-stores.ts';
import { isHandedEvent } from './handed-key.ts';
import type { Argument, Call, Expr } from './syntax.ts';

export function remoteUses(acts: readonly Act[]): StoreUse[] {
  return [...storeUses(acts).filter(({ home }) => home === 'elsewhere'), ...acts.flatMap((act) => useOf(act, acts))];
}

const redis = /^(redis|ioredis|aioredis|@upstash\/redis|@vercel\/kv|valkey|iovalkey)\b/;
const asks = /^(findOne|findOneBy|find_one|get_item|getItem)$/;
const notes = /^(insertOne|insert_one|put_item|putItem)$/;
/** Of a model of Node; a schema says whether a second one is turned away. */
const makes = /^(create|insert)$/;

function useOf(act: Act, acts: readonly Act[]): StoreUse[] {
  const { expr } = act;
  if (act.kind !== 'call' || expr?.form !== 'call' || expr.callee.form !== 'member') return [];
  const store = textOf(expr.callee.object);
  const does = store === undefined ? undefined : doesWhat(expr, act.path, store);
  const key = keyArgument(expr);
  if (does === undefined || store === undefined || !key || !isHandedEvent(key, act, acts)) return [];
  return [{ act, store, home: 'elsewhere', does, key, scope: act.scope }];
}

function doesWhat(call: Call, path: string | undefined, store: string): StoreUse['does'] | undefined {
  const name = call.callee.form === 'member' ? (call.callee.name ?? '') : '';
  if (asks.test(name)) return 'ask';
  if (notes.test(name) || (makes.test(name) && /^(mongoose|sequelize|typeorm|@nestjs)\b/.test(path ?? '')))
    return 'note';
  if (name === 'send') {
    const command = call.args[0]?.value;
    const made = command?.form === 'call' && command.callee.form === 'name' ? command.callee.name : '';
    return /^Get(Item)?Command$/.test(made) ? 'ask' : /^Put(Item)?Command$/.test(made) ? 'note' : undefined;
  }
  // Workers hand a namespace over as a member of `env`; nothing but that it has `get` and `put` tells it from another.
  const isKept = redis.test(path ?? '') || /(^|\.)env\.\w+$/.test(store);
  if (!isKept) return undefined;
  if (/^(get|exists)$/.test(name)) return 'ask';
  return /^(set|setex|setEx|put)$/.test(name) ? 'note' : undefined;
}

function keyArgument(call: Call): Expr | undefined {
  const named = (word: string) => call.args.find(({ keyword }: Argument) => keyword === word)?.value;
  return named('Key') ?? named('Item') ?? call.args[0]?.value;
}
