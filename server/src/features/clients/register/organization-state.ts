import { emojisetChoices, type InitialState, initialUserSettings, notificationSounds } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { stopWords } from '../../conversation/message-queries/stop-words.ts'

/** Small fetch types about the organization, and those of features this server lacks. */
export function organizationState(
  { realm }: Directory,
  wants: (type: string) => boolean,
): Partial<InitialState> {
  return {
    ...(wants('realm_domains') ? { realm_domains: [...realm.domains] } : {}),
    ...(wants('realm_user_settings_defaults')
      ? {
          realm_user_settings_defaults: {
            ...initialUserSettings,
            ...realm.userDefaults,
            available_notification_sounds: [...notificationSounds],
            emojiset_choices: [...emojisetChoices],
          },
        }
      : {}),
    ...(wants('realm_billing') ? { realm_billing: { has_pending_sponsorship_request: false } } : {}),
    ...(wants('giphy') ? { giphy_api_key: '' } : {}),
    ...(wants('stop_words') ? { stop_words: [...stopWords] } : {}),
  }
}
