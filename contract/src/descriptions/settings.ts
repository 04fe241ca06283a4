/** Settings of the organization, its permissions, and personal settings, as parameters and as fields. */
export const settingDescriptions: Readonly<Record<string, string>> = {
  // The organization
  default_code_block_language: 'Default language of code blocks; empty for none.',
  org_type: 'Type of the organization, such as 10 for a business or 20 for open source.',
  invite_required: 'Whether new users need an invitation.',
  emails_restricted_to_domains: 'Whether email addresses are restricted to the allowed domains.',
  disallow_disposable_email_addresses: 'Whether disposable email addresses are rejected.',
  api_keys_enabled:
    'Whether API keys of users and bots work. Keys in the URLs of incoming webhooks always do.',
  app_self_registration_enabled:
    'Whether apps can register themselves with OAuth dynamic client registration (RFC 7591), as assistants do.',
  token_max_lifetime_days: 'Days after which tokens expire at the latest; 0 for no limit.',
  can_create_personal_tokens_group: 'Group whose members can create tokens for their own account.',
  second_factor_grace_days: 'Days that users have to set up a second factor after they were first told to.',
  second_factor_required_group: 'Group whose members need a second factor to log in with a password.',
  waiting_period_threshold: 'Days before a new account becomes a full member.',
  require_unique_names: 'Whether names of users must be unique.',
  name_changes_disabled: 'Whether users are prevented from changing their name.',
  email_changes_disabled: 'Whether users are prevented from changing their email address.',
  avatar_changes_disabled: 'Whether users are prevented from changing their avatar.',
  inline_image_preview: 'Whether messages show previews of linked images.',
  inline_url_embed_preview: 'Whether messages show previews of linked websites.',
  mandatory_topics: 'Whether channel messages must have a topic.',
  allow_message_editing: 'Whether users can edit their own messages.',
  message_content_edit_limit_seconds:
    'Seconds after sending during which a message can be edited; null or `unlimited` for no limit.',
  message_content_delete_limit_seconds:
    'Seconds after sending during which users can delete their own message; null or `unlimited` for no limit.',
  move_messages_within_stream_limit_seconds:
    'Seconds after sending during which a message can be moved to another topic; null or `unlimited` for no limit.',
  move_messages_between_streams_limit_seconds:
    'Seconds after sending during which a message can be moved to another channel; null or `unlimited` for no limit.',
  message_edit_history_visibility_policy: 'Which edit history is visible: `all`, only `moves`, or `none`.',
  message_retention_days: 'Days after which messages are deleted; -1 or `unlimited` to keep them forever.',
  send_welcome_emails: 'Whether new users get welcome emails.',
  message_content_allowed_in_email_notifications:
    'Whether email notifications may contain the text of messages.',
  digest_emails_enabled: 'Whether inactive users get digest emails.',
  digest_weekday: 'Day of the week on which digest emails are sent, from 0 to 6.',
  enable_spectator_access: 'Whether web-public channels can be read without an account.',
  want_advertise_in_communities_directory:
    'Whether the organization wants to be listed in public directories.',
  enable_read_receipts: 'Whether read receipts are available.',
  enable_guest_user_indicator: 'Whether names of guests are marked.',
  enable_guest_user_dm_warning: 'Whether clients warn before direct messages to guests.',
  video_chat_provider:
    'ID of the provider of video calls by link: 0 none, 1 Jitsi, 3 Zoom, 4 BigBlueButton, 5 Zoom by a server-to-server app.',
  calls_relay_only:
    'Whether calls are connected only through a TURN server, so that participants do not learn the IP addresses of each other.',
  can_start_calls_group: 'Who can start calls.',
  jitsi_server_url: 'URL of the Jitsi server for video calls; null for the default of the server.',
  giphy_rating: 'Maximum rating of GIFs; 0 disables them.',
  presence_disabled: 'Whether presence is hidden for all users.',
  new_stream_announcements_stream_id: 'ID of the channel where new channels are announced; -1 for none.',
  signup_announcements_stream_id: 'ID of the channel where new users are announced; -1 for none.',
  chat_update_announcements_stream_id:
    'ID of the channel where updates of the server are announced; -1 for none.',
  moderation_request_channel_id: 'ID of the channel for moderation requests; -1 for none.',
  new_account_days: 'Days during which the limits for new accounts apply to an account; 0 for none.',
  new_account_messages:
    'Number of messages until which the limits for new accounts apply to an account; 0 for none.',
  new_account_messages_per_minute: 'Number of messages that a new account can send in a minute.',
  new_account_channels_per_day: 'Number of channels that a new account can create in a day.',
  new_account_max_links: 'Number of links to other sites in a message of a new account.',
  new_account_max_mentions:
    'Number of people and groups that a message of a new account can mention. Wildcard mentions are not possible.',
  new_account_strangers_per_day: 'Number of direct conversations that a new account can begin in a day.',
  authentication_methods: 'Authentication methods by name, and whether each is enabled.',
  string_id: 'Subdomain of the organization.',
  deletion_delay_days: 'Days until all data is deleted; null to keep it.',

  // Permissions
  can_access_all_users_group: 'Group whose members can see all users.',
  can_add_custom_emoji_group: 'Group whose members can add custom emoji.',
  can_create_bots_group: 'Group whose members can create bots.',
  can_create_groups: 'Group whose members can create user groups.',
  can_create_private_channel_group: 'Group whose members can create private channels.',
  can_create_public_channel_group: 'Group whose members can create public channels.',
  can_create_web_public_channel_group: 'Group whose members can create web-public channels.',
  can_create_write_only_bots_group: 'Group whose members can create incoming webhook bots.',
  can_delete_any_message_group: 'Group whose members can delete any message.',
  can_delete_own_message_group: 'Group whose members can delete their own messages.',
  can_invite_users_group: 'Group whose members can send email invitations.',
  can_manage_all_groups: 'Group whose members can manage all user groups.',
  can_manage_billing_group: 'Group whose members can manage billing.',
  can_mention_many_users_group: 'Group whose members can use wildcard mentions in large channels.',
  can_move_messages_between_channels_group: 'Group whose members can move messages to another channel.',
  can_move_messages_between_topics_group: 'Group whose members can move messages to another topic.',
  can_manage_channel_folders_group:
    'Group whose members can create, edit, order and archive channel folders.',
  can_pin_messages_group: 'Group whose members can pin messages and edit bookmarks of channels.',
  can_resolve_topics_group: 'Group whose members can resolve topics.',
  can_summarize_topics_group: 'Group whose members can summarize topics and unread messages.',
  topic_summaries_enabled:
    'Whether topics and unread messages can be summarized, by the service that owners chose.',
  mcp_enabled: 'Whether assistants can connect to `/mcp` with a token.',
  create_multiuse_invite_group: 'Group whose members can create reusable invitation links.',
  direct_message_initiator_group: 'Group whose members can start direct message conversations.',
  direct_message_permission_group:
    'Group of which at least one participant of a direct message must be a member.',
  can_add_subscribers_group: 'Group whose members can add subscribers.',
  can_administer_channel_group: 'Group whose members can administer the channel.',
  can_remove_subscribers_group: 'Group whose members can remove subscribers.',
  can_send_message_group: 'Group whose members can send messages to the channel.',
  can_subscribe_group: 'Group whose members can subscribe to the channel.',
  can_add_members_group: 'Group whose members can add members to this user group.',
  can_join_group: 'Group whose members can join this user group.',
  can_leave_group: 'Group whose members can leave this user group.',
  can_manage_group: 'Group whose members can manage this user group.',
  can_mention_group: 'Group whose members can mention this user group.',
  can_remove_members_group: 'Group whose members can remove members from this user group.',
  direct_members: 'User IDs of the direct members of an unnamed group.',
  direct_subgroups: 'IDs of the direct subgroups of an unnamed group.',
  new: 'New value of the permission.',
  old: 'Value that the caller expects; the request fails if it is different.',

  // Personal settings
  twenty_four_hour_time: 'Whether times are shown in 24-hour format.',
  web_mark_read_on_scroll_policy:
    'When scrolling marks messages as read: 1 always, 2 only in conversation views, 3 never.',
  web_channel_default_view:
    'View that opens when a channel is clicked, 1 the newest topic, 2 the channel feed.',
  starred_message_counts: 'Whether the number of starred messages is shown.',
  receives_typing_notifications: 'Whether typing notifications of others are shown.',
  web_suggest_update_timezone: 'Whether the web app offers to update the time zone when it differs.',
  fluid_layout_width: 'Whether the web app uses the full width of the window.',
  high_contrast_mode: 'Whether colors have a high contrast.',
  web_font_size_px: 'Font size of the web app in pixels.',
  web_line_height_percent: 'Line height of the web app in percent.',
  color_scheme: 'Theme: 1 automatic, 2 dark, 3 light.',
  enable_drafts_synchronization: 'Whether drafts are synchronized between clients.',
  translate_emoticons: 'Whether emoticons such as `:)` become emoji.',
  display_emoji_reaction_users: 'Whether reactions show the names of users.',
  default_language: 'Language code, such as `en` or `de`.',
  web_home_view: 'Home view of the web app: `inbox`, `recent_topics` or `all_messages`.',
  web_escape_navigates_to_home_view: 'Whether Escape leads to the home view.',
  left_side_userlist: 'Whether the list of users is on the left in narrow windows.',
  emojiset: 'Emoji style.',
  demote_inactive_streams: 'When inactive channels are grouped separately: 1 automatic, 2 always, 3 never.',
  user_list_style: 'Style of the list of users: 1 compact, 2 with status, 3 with avatar and status.',
  web_animate_image_previews: 'When animated images play: `always`, `on_hover` or `never`.',
  web_stream_unreads_count_display_policy:
    'Which channels show unread counts: 1 all, 2 unmuted channels and topics, 3 none.',
  accent_color:
    'Color of buttons and selected entries, as `#rrggbb`; empty for the default. An extension of Loquat.',
  web_spacing: 'Space between messages and in lists: `dense`, `regular` or `roomy`. An extension of Loquat.',
  emoji_skin_tone:
    'Default skin tone of emoji, as the code of the Unicode modifier; empty for none. An extension of Loquat.',
  hide_ai_features: 'Whether AI features are hidden.',
  enter_sends: 'Whether Enter sends messages.',
  enable_stream_desktop_notifications: 'Whether channel messages cause desktop notifications.',
  enable_stream_email_notifications: 'Whether channel messages cause email notifications.',
  enable_stream_push_notifications: 'Whether channel messages cause push notifications.',
  enable_stream_audible_notifications: 'Whether channel messages play a sound.',
  notification_sound: 'Name of the notification sound.',
  enable_desktop_notifications: 'Whether direct messages and mentions cause desktop notifications.',
  enable_sounds: 'Whether direct messages and mentions play a sound.',
  enable_followed_topic_desktop_notifications:
    'Whether messages in followed topics cause desktop notifications.',
  enable_followed_topic_email_notifications: 'Whether messages in followed topics cause email notifications.',
  enable_followed_topic_push_notifications: 'Whether messages in followed topics cause push notifications.',
  enable_followed_topic_audible_notifications: 'Whether messages in followed topics play a sound.',
  email_notifications_batching_period_seconds:
    'Seconds to wait before an email notification, to combine several messages.',
  enable_offline_email_notifications:
    'Whether direct messages and mentions cause email notifications while away.',
  enable_offline_push_notifications:
    'Whether direct messages and mentions cause push notifications while away.',
  enable_online_push_notifications: 'Whether push notifications are sent even while online.',
  enable_digest_emails: 'Whether the user gets digest emails.',
  enable_marketing_emails: 'Whether the user gets marketing emails.',
  enable_login_emails: 'Whether the user gets an email after a new login.',
  message_content_in_email_notifications: 'Whether email notifications contain the text of messages.',
  pm_content_in_desktop_notifications: 'Whether desktop notifications contain the text of direct messages.',
  wildcard_mentions_notify: 'Whether wildcard mentions notify like personal mentions.',
  enable_followed_topic_wildcard_mentions_notify:
    'Whether wildcard mentions in followed topics notify like personal mentions.',
  desktop_icon_count_display:
    'Which unread messages the app icon counts: 1 all, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none.',
  realm_name_in_email_notifications_policy:
    'When subjects of email notifications contain the name of the organization: 1 automatic, 2 always, 3 never.',
  automatically_follow_topics_policy:
    'Which topics are followed automatically: 1 when participating, 2 when sending, 3 when starting a topic, 4 never.',
  automatically_unmute_topics_in_muted_streams_policy:
    'Which topics in muted channels are unmuted automatically: 1 when participating, 2 when sending, 3 when starting a topic, 4 never.',
  automatically_follow_topics_where_mentioned:
    'Whether topics with a personal mention are followed automatically.',
  presence_enabled: 'Whether presence is shared with other users.',
  send_private_typing_notifications: 'Whether others see typing notifications in direct messages.',
  send_stream_typing_notifications: 'Whether others see typing notifications in channels.',
  send_read_receipts: 'Whether others see read receipts.',
  email_address_visibility:
    'Who can see the email address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
  web_navigate_to_sent_message: 'Whether the web app opens the conversation of a sent message.',
  allow_private_data_export: 'Whether administrators can export private data of the user.',
  timezone: 'IANA time zone of the user, such as `Europe/Vienna`.',
  available_notification_sounds: 'Names of the available notification sounds.',
  emojiset_choices: 'The available emoji styles.',
}
