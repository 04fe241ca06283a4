import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { meetingLink } from './bigbluebutton.ts'
import { createZoomMeeting, disconnectZoom } from './zoom.ts'

export const videoProviderRoutes = implement(areas.videoProviders, {
  createBigBlueButtonCall: ({ app, realm, user, params }) => ({
    url: meetingLink(app, realm, user, { name: params.meeting_name, voiceOnly: params.voice_only }),
  }),

  createZoomCall: async ({ app, realm, user, params }) => ({
    url: await createZoomMeeting(app, realm, user, params.is_video_call),
  }),

  disconnectZoom: async ({ app, realm, user }) => {
    await disconnectZoom(app, realm, user)
    return {}
  },
})
