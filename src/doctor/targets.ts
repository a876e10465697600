// The target systems: may an empty answer of each be believed, and what does each make of a repeat?
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { TargetSight } from '../model/checkup.ts';
import { withShownHosts } from '../model/clean/shown-host.ts';
import type { SourceRow } from '../model/doctor-document.ts';
import { formatSpan } from '../model/instant.ts';
import { type Probe, repeatRefused, type Target, type TargetAbilities } from '../model/target.ts';
import { closeTargets, openTargets } from '../open-targets.ts';
import { failed, type Looked, notConfigured, opened, reasonOf } from './looked.ts';

/** One probe asks a handful of questions. */
const deadlineMs = 60_000;

interface TargetLook {
  readonly sight: TargetSight;
  readonly row: SourceRow;
}

export async function lookAtTargets({ config, io }: Context): Promise<Looked<readonly TargetSight[]>> {
  if (config.targets.value === undefined)
    return notConfigured('target', 'targets in the configuration (dedupe targets lists the types)');
  const targets = openTargets(config, io.env);
  try {
    const looks = await Promise.all([...targets].map(([name, target]) => lookAt(name, target)));
    const fault = looks.every(({ row }) => row.state === 'failed') ? looks[0]?.sight.fault : undefined;
    return {
      sight:
        fault === undefined
          ? { state: 'seen', value: looks.map(({ sight }) => sight) }
          : { state: 'failed', reason: fault },
      rows: looks.map(({ row }) => row),
      clocks: [],
    };
  } finally {
    await closeTargets(targets);
  }

  async function lookAt(name: string, target: Target | DedupeError): Promise<TargetLook> {
    if (target instanceof DedupeError) return fallen(name, null, target);
    try {
      const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
      const probe = await target.probe(signal);
      const { visible, evidence } = probe;
      return {
        sight: { name, fault: undefined, repeat: repeatOf(target.abilities, probe) },
        row: opened('target', {
          ...{ name, place: placeOfTarget(target), evidence, visible },
          unsettled: unsettledOf(target.abilities),
        }),
      };
    } catch (error) {
      io.signal.throwIfAborted();
      return fallen(name, placeOfTarget(target), error);
    }
  }
}

function placeOfTarget({ identity, title }: Target): string {
  return identity === undefined ? title : withShownHosts(identity);
}

function repeatOf(abilities: TargetAbilities, probe: Probe): string | undefined {
  const { uniqueField, idempotencyKey: key } = abilities;
  if (repeatRefused(abilities, probe)) return `a second object under one ${uniqueField} is refused`;
  if (key === undefined) return undefined;
  const span = key.lifetimeMs === undefined ? 'for a time' : `for ${formatSpan(key.lifetimeMs)}`;
  return `a repeat with one ${key.name} is answered with the first, ${span}`;
}

function unsettledOf({ findBy, listsByTime, namesCreator }: TargetAbilities): string[] {
  return [
    ...(findBy === 'primary' || listsByTime
      ? []
      : ['that an object does not exist: an empty answer proves nothing by itself']),
    ...(namesCreator ? [] : ['who made an object']),
  ];
}

function fallen(name: string, place: string | null, error: unknown): TargetLook {
  const fault = reasonOf(error);
  return { sight: { name, fault, repeat: undefined }, row: failed('target', place, fault, name) };
}
