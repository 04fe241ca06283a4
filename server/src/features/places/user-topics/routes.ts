import { areas, visibility } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { changeTopic } from './actions.ts'
import { channelReference } from './rules.ts'

export const userTopicRoutes = implement(areas.userTopics, {
  updateUserTopic: async ({ app, realm, user, params }) => {
    const { stream_id: channel, topic, visibility_policy: policy } = params
    await changeTopic(realm, user, new Date(app.clock.now()), { channel, topic, policy })
    return {}
  },

  updateMutedTopics: async ({ app, realm, user, params }) => {
    const { stream_id: id, stream: name, topic, op } = params
    const channel = channelReference(id, name)
    const policy = op === 'add' ? visibility.muted : visibility.inherit
    await changeTopic(realm, user, new Date(app.clock.now()), { channel, topic, policy })
    return {}
  },
})
