/** Calls, and providers of video calls. */
export const callDescriptions: Readonly<Record<string, string>> = {
  meeting_name: 'Name of the meeting, at most 256 characters.',
  voice_only: 'Whether cameras are locked.',
  is_video_call: 'Whether cameras are on at the beginning.',
  'createBigBlueButtonCall.url': 'URL by which users of the organization join.',
  'createZoomCall.url': 'URL by which participants join.',
  'has_zoom_token.value': 'Whether the user has connected Zoom.',
}
