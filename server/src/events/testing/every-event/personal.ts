import { sendDueReminders } from '../../../features/conversation/later/remind.ts'
import { deliverDue } from '../../../features/conversation/scheduled-messages/deliver.ts'
import { idOf } from '../../../features/places/channels/testing/fixtures.ts'
import { startZoom } from '../../../features/reach/video-providers/testing/zoom-site.ts'
import { connectZoom } from '../../../features/reach/video-providers/zoom.ts'
import { type EventTable, type EventWorld, nobody } from './stage.ts'

const draft = (content: string) => ({ type: '' as const, to: [], topic: '', content })
const keepDraft = async ({ carol }: EventWorld, content: string) =>
  (await carol.api.createDrafts({ drafts: [draft(content)] })).ids[0] ?? 0
const keepSnippet = async ({ carol }: EventWorld, title: string) =>
  (await carol.api.createSavedSnippet({ title, content: 'Dear all' })).saved_snippet_id
const keepSearch = async ({ carol }: EventWorld, name: string) =>
  (await carol.api.createSavedSearch({ name, query: 'plums' })).saved_search_id
const inAnHour = ({ clock }: EventWorld) => Math.floor(clock.now() / 1_000) + 3_600
const schedule = async (stage: EventWorld) =>
  (
    await stage.carol.api.createScheduledMessage({
      type: 'direct',
      to: [stage.dave.id],
      content: 'soon',
      scheduled_delivery_timestamp: inAnHour(stage),
    })
  ).scheduled_message_id
const upload = async ({ carol }: EventWorld, name: string) =>
  (await carol.api.uploadFile({}, { files: [new File(['plums'], name)] })).url
const saveForLater = async ({ carol }: EventWorld, note: string) =>
  (await carol.api.addLaterItem({ note })).later_id
const carolOnly = ['carol'] as const

/** Personal data: only the user's own clients receive changes. */
export const personal = {
  'drafts:add': {
    'a draft is stored': { to: carolOnly, by: (stage) => keepDraft(stage, 'one') },
  },
  'drafts:update': {
    'a draft is replaced': {
      to: carolOnly,
      given: async (stage) => {
        const draft_id = await keepDraft(stage, 'two')
        return () => stage.carol.api.editDraft({ draft_id, draft: draft('three') })
      },
    },
  },
  'drafts:remove': {
    'a draft is deleted': {
      to: carolOnly,
      given: async (stage) => {
        const draft_id = await keepDraft(stage, 'four')
        return () => stage.carol.api.deleteDraft({ draft_id })
      },
    },
  },
  'saved_searches:add': {
    'a search is saved': { to: carolOnly, by: (stage) => keepSearch(stage, 'one') },
  },
  'saved_searches:update': {
    'a saved search is renamed': {
      to: carolOnly,
      given: async (stage) => {
        const saved_search_id = await keepSearch(stage, 'two')
        return () => stage.carol.api.editSavedSearch({ saved_search_id, name: 'three' })
      },
    },
  },
  'saved_searches:remove': {
    'a saved search is deleted': {
      to: carolOnly,
      given: async (stage) => {
        const saved_search_id = await keepSearch(stage, 'four')
        return () => stage.carol.api.deleteSavedSearch({ saved_search_id })
      },
    },
  },
  'saved_snippets:add': {
    'a snippet is saved': { to: carolOnly, by: (stage) => keepSnippet(stage, 'one') },
  },
  'saved_snippets:update': {
    'a snippet is changed': {
      to: carolOnly,
      given: async (stage) => {
        const saved_snippet_id = await keepSnippet(stage, 'two')
        return () => stage.carol.api.editSavedSnippet({ saved_snippet_id, title: 'three' })
      },
    },
  },
  'saved_snippets:remove': {
    'a snippet is deleted': {
      to: carolOnly,
      given: async (stage) => {
        const saved_snippet_id = await keepSnippet(stage, 'four')
        return () => stage.carol.api.deleteSavedSnippet({ saved_snippet_id })
      },
    },
  },
  'scheduled_messages:add': {
    'a message is scheduled': { to: carolOnly, by: (stage) => schedule(stage) },
  },
  'scheduled_messages:update': {
    'a scheduled message is changed': {
      to: carolOnly,
      given: async (stage) => {
        const scheduled_message_id = await schedule(stage)
        return () => stage.carol.api.editScheduledMessage({ scheduled_message_id, content: 'sooner' })
      },
    },
  },
  'scheduled_messages:remove': {
    'a scheduled message is deleted': {
      to: carolOnly,
      given: async (stage) => {
        const scheduled_message_id = await schedule(stage)
        return () => stage.carol.api.deleteScheduledMessage({ scheduled_message_id })
      },
    },
    'scheduled messages are sent': {
      to: carolOnly,
      given: async (stage) => {
        await schedule(stage)
        stage.clock.advance(3_601)
        return () => deliverDue(stage.app)
      },
    },
  },
  'later_items:add': {
    'a note is saved for later': { to: carolOnly, old: nobody, by: (stage) => saveForLater(stage, 'one') },
  },
  'later_items:update': {
    'an item is done': {
      to: carolOnly,
      old: nobody,
      given: async (stage) => {
        const later_id = await saveForLater(stage, 'two')
        return () => stage.carol.api.editLaterItem({ later_id, is_done: true })
      },
    },
    'a reminder is sent': {
      to: carolOnly,
      old: nobody,
      given: async (stage) => {
        await stage.carol.api.addLaterItem({ note: 'three', remind_timestamp: inAnHour(stage) })
        stage.clock.advance(3_601)
        return () => sendDueReminders(stage.app)
      },
    },
  },
  'later_items:remove': {
    'an item is deleted': {
      to: carolOnly,
      old: nobody,
      given: async (stage) => {
        const later_id = await saveForLater(stage, 'four')
        return () => stage.carol.api.deleteLaterItem({ later_id })
      },
    },
  },
  has_zoom_token: {
    'Zoom is connected': {
      to: carolOnly,
      by: async ({ app, carol }) => {
        const realm = (await app.realms.byHost(''))!
        const user = realm.directory.users.get(carol.id)!
        const zoomApp = { ...app, config: { ...app.config, zoom: await startZoom(['me']) } }
        await connectZoom(zoomApp, realm, user, { code: 'code', redirectUri: 'https://chat.example.com' })
      },
    },
  },
  alert_words: {
    'words are added': {
      to: carolOnly,
      by: ({ carol }) => carol.api.addAlertWords({ alert_words: ['quince'] }),
    },
  },
  user_topic: {
    'a topic is followed': {
      to: carolOnly,
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.updateUserTopic({ stream_id, topic: 'Pears', visibility_policy: 3 })
      },
    },
    'a topic is followed because the user sent a message': {
      to: ['dave'],
      given: async ({ dave }) => {
        await dave.api.updateSettings({ automatically_follow_topics_policy: 1 })
        const start = { type: 'channel', to: 'general', topic: 'Apples', content: 'hi' } as const
        return () => dave.api.sendMessage(start)
      },
    },
  },
  muted_topics: {
    'a topic is muted': {
      to: carolOnly,
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.updateUserTopic({ stream_id, topic: 'Figs', visibility_policy: 1 })
      },
    },
  },
  muted_users: {
    'a user is muted': {
      to: carolOnly,
      by: ({ carol, mona }) => carol.api.muteUser({ muted_user_id: mona.id }),
    },
  },
  onboarding_steps: {
    'an onboarding step is marked as read': {
      to: carolOnly,
      by: ({ carol }) => carol.api.markOnboardingStep({ onboarding_step: 'intro_resolve_topic' }),
    },
  },
  'user_settings:update': {
    'a setting is changed': {
      to: carolOnly,
      by: ({ carol }) => carol.api.updateSettings({ web_escape_navigates_to_home_view: false }),
    },
  },
  update_display_settings: {
    'a display setting is changed': {
      to: nobody,
      old: carolOnly,
      by: ({ carol }) => carol.api.updateSettings({ high_contrast_mode: true }),
    },
  },
  update_global_notifications: {
    'a notification setting is changed': {
      to: nobody,
      old: carolOnly,
      by: ({ carol }) => carol.api.updateSettings({ enable_sounds: false }),
    },
  },
  'attachment:add': {
    'a file is uploaded': { to: carolOnly, by: (stage) => upload(stage, 'one.txt') },
  },
  'attachment:update': {
    'a message links to a file': {
      to: carolOnly,
      given: async (stage) => {
        const content = `[two](${await upload(stage, 'two.txt')})`
        return () => stage.carol.api.sendMessage({ type: 'direct', to: [stage.dave.id], content })
      },
    },
  },
  'attachment:remove': {
    'a file is deleted': {
      to: carolOnly,
      given: async (stage) => {
        await upload(stage, 'three.txt')
        const { attachments } = await stage.carol.api.getAttachments()
        const attachment_id = attachments.find((one) => one.name === 'three.txt')?.id ?? 0
        return () => stage.carol.api.deleteAttachment({ attachment_id })
      },
    },
  },
} satisfies EventTable
