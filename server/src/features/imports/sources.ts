import { discordSource } from './discord/source.ts'
import { mattermostSource } from './mattermost/source.ts'
import type { SourceKind } from './model.ts'
import { rocketchatSource } from './rocketchat/source.ts'
import { slackSource } from './slack/source.ts'
import { zulip } from './zulip/zulip.ts'

/** The products whose archives can be imported. */
export const sourceKinds: readonly SourceKind[] = [
  zulip,
  slackSource,
  mattermostSource,
  rocketchatSource,
  discordSource,
]
