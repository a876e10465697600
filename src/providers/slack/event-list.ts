// Events that a Slack app can subscribe to, with the scopes of which one is needed.
// https://docs.slack.dev/reference/events

/** `scopes`: one of these is enough; empty: none is needed. */
export interface SlackEventType {
  readonly scopes: readonly string[];
}

const table: Readonly<Record<string, string>> = {
  '': `app_home_opened app_uninstalled app_requested app_installed app_context_changed tokens_revoked url_verification
    app_rate_limited team_access_granted team_access_revoked grid_migration_started grid_migration_finished
    assistant_thread_started assistant_thread_context_changed channel_id_changed call_rejected function_executed
    entity_details_requested shared_channel_invite_received shared_channel_invite_requested
    user_huddle_changed user_status_changed user_profile_changed invite_requested team_plan_change
    team_pref_change team_profile_change team_profile_delete team_profile_reorder bot_added bot_changed app_deleted
    app_uninstalled_team shared_channel_invite_accepted shared_channel_invite_approved shared_channel_invite_declined
    accounts_changed commands_changed external_org_migration_started external_org_migration_finished`,
  'app_mentions:read': 'app_mention',
  'channels:history': 'message.channels',
  'channels:history groups:history mpim:history': 'channel_history_changed',
  'groups:history': 'message.groups group_history_changed',
  'im:history': 'message.im im_history_changed',
  'mpim:history': 'message.mpim',
  'metadata.message:read': 'message_metadata_posted message_metadata_updated message_metadata_deleted',
  'reactions:read': 'reaction_added reaction_removed',
  'files:read': 'file_created file_shared file_change file_deleted file_public file_unshared',
  'links:read': 'link_shared',
  'channels:read': 'channel_archive channel_unarchive channel_created channel_deleted channel_left channel_rename',
  'channels:read groups:read': 'channel_shared channel_unshared member_joined_channel member_left_channel',
  'groups:read': 'group_archive group_unarchive group_close group_open group_left group_rename group_deleted',
  'im:read': 'im_open im_close im_created',
  'pins:read': 'pin_added pin_removed',
  'stars:read': 'star_added star_removed',
  'usergroups:read': 'subteam_created subteam_updated subteam_members_changed subteam_self_added subteam_self_removed',
  'users:read': 'team_join user_change',
  'team:read': 'team_rename team_domain_change email_domain_changed',
  'emoji:read': 'emoji_changed',
  'dnd:read': 'dnd_updated dnd_updated_user',
  'users:write': 'user_connection',
};

export const slackEventTypes: ReadonlyMap<string, SlackEventType> = new Map(
  Object.entries(table).flatMap(([scopes, names]) =>
    names.split(/\s+/).map((name) => [name, { scopes: scopes.split(' ').filter((scope) => scope !== '') }] as const),
  ),
);

/** No longer sent, or only to kinds of apps that are gone. */
export const retiredSlackEvents: ReadonlyMap<string, string> = new Map([
  ['message.app_home', 'workspace apps are gone; message.im brings direct messages'],
  ['scope_granted', 'it belonged to workspace apps, which are gone'],
  ['scope_denied', 'it belonged to workspace apps, which are gone'],
  ['resources_added', 'it belonged to workspace apps, which are gone'],
  ['resources_removed', 'it belonged to workspace apps, which are gone'],
  ['workflow_step_execute', 'steps from apps are retired'],
  ['workflow_published', 'steps from apps are retired'],
  ['workflow_unpublished', 'steps from apps are retired'],
  ['workflow_deleted', 'steps from apps are retired'],
  ['workflow_step_deleted', 'steps from apps are retired'],
  ['file_comment_added', 'comments on files are retired'],
  ['file_comment_edited', 'comments on files are retired'],
  ['file_comment_deleted', 'comments on files are retired'],
]);

/** The kinds of channel of which every message comes. */
export const messageEvents: readonly string[] = ['message.channels', 'message.groups', 'message.mpim', 'message.im'];

/** Those whose messages can mention the app; a direct message brings no app_mention. */
export const mentionableMessages: readonly string[] = ['message.channels', 'message.groups', 'message.mpim'];
