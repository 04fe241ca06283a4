import { discord } from './discord/discord.ts'
import { loquat } from './loquat/loquat.ts'
import { mattermost } from './mattermost/mattermost.ts'
import type { SourceKind } from './model.ts'
import { rocketchat } from './rocketchat/rocketchat.ts'
import { slack } from './slack/slack.ts'
import { zulip } from './zulip/zulip.ts'

/** The products whose archives can be imported. */
export const sourceKinds: readonly SourceKind[] = [zulip, slack, mattermost, loquat, rocketchat, discord]
