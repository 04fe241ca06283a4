import type { Job } from '../jobs/job.ts'
import { countChannelTraffic, restQuietChannels } from './channels/jobs.ts'
import { readLeftChannel } from './channels/left-channels.ts'
import { tellOfSubscriptions } from './channels/subscription-notices.ts'
import { enforceRetention } from './retention/jobs.ts'
import { deliverScheduled } from './scheduled-messages/jobs.ts'
import { promoteMembers } from './user-groups/jobs.ts'

/** Everything that is done in the background. */
export const jobs: Job<never>[] = [
  countChannelTraffic,
  deliverScheduled,
  enforceRetention,
  promoteMembers,
  readLeftChannel,
  restQuietChannels,
  tellOfSubscriptions,
]
