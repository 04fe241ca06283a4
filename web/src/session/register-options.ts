import type { RegisterOptions } from '@loquat/client'

/** Options of the register call. Subscribers are fetched per channel on demand. */
export const registerOptions: RegisterOptions = {
  apply_markdown: true,
  include_subscribers: false,
  slim_presence: true,
  presence_history_limit_days: 14,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    // The field tells whether a user has an avatar; otherwise the app draws initials.
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    pinned_messages: true,
    later_items: true,
    saved_searches: true,
    channel_folders: true,
    interactive_messages: true,
    calls: true,
    restored_messages: true,
    message_reports: true,
  },
}
