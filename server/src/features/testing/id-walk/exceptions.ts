const capability = 'a secret that grants access by itself, and is tested with its feature'
const leaving =
  'leaving a channel succeeds also after it was left or hidden; names of private channels are taken, so that ' +
  'creating a channel tells as much'

/** Exceptions to the walk, each with its reason. */
export const exceptions = {
  /** Fields that name no object of the organization. */
  fields: {
    'getPasswordReset: key': capability,
    'resetPassword: key': capability,
    'confirmEmail: key': capability,
    'unsubscribeFromEmails: kind': 'a kind of email',
    'unsubscribeFromEmails: token': capability,
    'getJoining: key': capability,
    'join: key': capability,
    'checkIntegration: integration': 'a service, the same in every organization',
    'postToIntegration: integration': 'a service, the same in every organization',
    'updatePresence: last_update_id': 'a position in time',
    'register: presence_last_update_id': 'a position in time',
    'sendMessage: local_id': 'a name that the client chooses',
    'updateRealm: string_id': 'the subdomain, which is public',
    'checkSubdomain: name': 'the subdomain, which is public',
    'getFileUrl: realm_id_str': 'part of the address of a file, which the walk calls as a whole',
    'interact: component_id': 'part of the message, which the walk calls by its ID',
    'interact: request_id': 'a name that the client chooses',
    'runBotCommand: name': 'a command, which everyone in the organization sees',
    'runBotCommand: request_id': 'a name that the client chooses',
    'respondToInteraction: token': capability,
    'updateCallParticipant: participant_id': 'part of the call, which the walk calls by its ID',
    'leaveCall: participant_id': 'part of the call, which the walk calls by its ID',
    'sendCallSignal: participant_id': 'part of the call, which the walk calls by its ID',
    'sendCallSignal: to_participant_id': 'part of the call, which the walk calls by its ID',
    'getEvents: last_event_id': 'a position in the log',
    'getMessage: by_imported_id': 'whether the ID is one of the old server',
    'forgetBrowser: browser_id': 'a browser of the caller; its feature tests those of others',
    'renamePasskey: passkey_id': 'a passkey of the caller; its feature tests those of others',
    'removePasskey: passkey_id': 'a passkey of the caller; its feature tests those of others',
    'revokeToken: token_id':
      'a token of the caller, or any for administrators; its feature tests those of others',
    'updateApp: app_id': 'only administrators change apps, and they see all; its feature tests missing ones',
    'replaceAppSecret: app_id': 'only administrators change apps, and they see all',
    'deleteApp: app_id': 'only administrators change apps, and they see all',
    'disconnectApp: app_id': 'an app of the caller; its feature tests others',
    'getAuditLog: actor_id': 'a filter of entries, which only owners see',
    'getAuditLog: target_id': 'a filter of entries, which only owners see',
    'releaseLegalHold: legal_hold_id':
      'only owners see holds, and they see all; its feature tests missing ones',
    'undoBulkDeletion: bulk_deletion_id': 'only administrators see bulk deletions, and they see all',
    'updateMessageReport: report_id': 'only moderators see reports, and they see all',
    'deleteDiscoveryExport: discovery_export_id': 'only owners see exports, and they see all',
    'createLegalHold: channel_ids': 'only owners place holds, on any channel',
    'requestDiscoveryExport: channel_ids': 'only owners export, from any channel',
    'retryDeliveries: ids': 'jobs of the server, which only owners of the main organization see',
  } as Record<string, string>,
  /** Parameters whose answer differs from the one for a missing object. */
  differences: {
    'getFileUrl (filename)':
      'files answer 403 or 404, as the specification says; their paths contain 18 random bytes, so nobody can try them',
    'unsubscribe (subscriptions)': leaving,
    'changeSubscriptions (delete)': leaving,
  } as Record<string, string>,
  /** Parameters with which even a visible object makes no difference. */
  unreached: {
    'getPinnedMessages (user_ids)': 'conversations without pinned messages have an empty list',
    'reorderBookmarks (bookmark_ids)': 'any list other than that of the channel gets the same error',
    'declineCall (call_id)': 'the call is in a channel; its feature tests direct ones',
    'updateCallParticipant (call_id)': 'needs a participant, which its feature tests',
    'leaveCall (call_id)': 'needs a participant, which its feature tests',
    'sendCallSignal (call_id)': 'needs a participant, which its feature tests',
    'sendEphemeralMessage (user_id)':
      'only bots can call it, which is checked first; tested with its feature',
    'updateComponents (message_id)': 'only bots can call it, which is checked first; tested with its feature',
    'removeFeed (feed_id)': 'the control of removeChannelFeed removes the same feed before',
    'updateMessageFlags (read)': 'messages that the caller did not receive are ignored',
    'createLegalHold (channel_ids)': 'needs a proof of identity first; tested with its feature',
    'createLegalHold (user_ids)': 'needs a proof of identity first; tested with its feature',
    'requestDiscoveryExport (channel_ids)': 'needs a proof of identity first; tested with its feature',
    'requestDiscoveryExport (user_ids)': 'needs a proof of identity first; tested with its feature',
    'createToken (user_id)': 'nobody can create a token of another person; its feature tests bots',
    'deactivateUser (a bot)': 'bots are not users here: they have an endpoint of their own',
  } as Record<string, string>,
}
