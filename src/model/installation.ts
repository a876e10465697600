// What Slack says of the tokens that a configuration names, and of what else is installed beside their apps.
import type { Location } from './rule.ts';

/** One token, as auth.test answers it. Equal digests are equal tokens; the token itself is nowhere. */
export interface Installation {
  /** The variable that holds the token. */
  readonly variable: string;
  readonly workspaceId: string;
  readonly enterpriseId: string | undefined;
  readonly isOrgWide: boolean;
  /** Undefined: Slack did not say which app the token is of. */
  readonly appId: string | undefined;
  readonly tokenDigest: string;
  /** Channels that the bot is in; undefined: they were not seen. */
  readonly channels: readonly string[] | undefined;
  /** The configuration that names the variable. */
  readonly location: Location;
}

/** An installation that could see one captured event. */
export interface Authorization {
  readonly workspaceId: string | undefined;
  readonly enterpriseId: string | undefined;
  readonly userId: string | undefined;
  readonly isBot: boolean;
  readonly isOrgWide: boolean;
}

/** An app that was installed in a workspace, and not taken away since. */
export interface InstalledApp {
  readonly appId: string;
  readonly name: string;
}

export interface InstallationFacts {
  readonly installations: readonly Installation[];
  /** Undefined: no event was captured, or nobody could be asked. */
  readonly authorizations: readonly Authorization[] | undefined;
  /** Undefined: no admin could be asked. */
  readonly installed: readonly InstalledApp[] | undefined;
  readonly location: Location;
}
