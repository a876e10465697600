// Which part of a described system: its address, its own names, and the whole of how objects are made and found there.
import { isSecretName } from '../../model/clean/pairs.ts';
import { shownAddress, shownPath } from '../../model/clean/shown-address.ts';
import { identityOf } from '../http/identity.ts';
import type { Description } from './description.ts';
import { filledPath, type Values } from './place.ts';

export function identityIn(of: Description, url: string, values: Values): string {
  const { auth, headers, create, find, window } = of;
  const address = shownAddress(url);
  const path = filledPath(create.path, values).replace(/\?.*/, '');
  const named = Object.entries(values).flatMap(([name, value]) =>
    isSecretName(name) || path.includes(encodeURIComponent(value)) ? [] : [` ${name} ${value}`],
  );
  const way = auth && 'header' in auth ? { header: auth.header } : auth;
  return identityOf(`${address}${shownPath(path)}${named.join('')}, key in ${find.key}`, {
    address,
    way,
    headers,
    values,
    create,
    find,
    window,
  });
}
