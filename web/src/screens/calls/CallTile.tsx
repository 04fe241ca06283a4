import type { CallParticipantObject } from '@loquat/contract'
import { MicOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ownTracks, peerOf, useCallSession } from '../../calls/call-session.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { usePerson } from '../../people/people.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Calls.module.css'

/** A participant: camera or avatar, the screen if it is shared, and the sound of others. */
export function CallTile({ participant }: { participant: CallParticipantObject }) {
  const text = useText()
  const { participant_id: id, user_id: userId } = participant
  const { participantId, speaking, hasCamera, sharesScreen, isMuted } = useCallSession()
  const isOwn = id === participantId
  const name = usePerson(userId)?.full_name ?? text('calls.somebody')
  const peer = peerOf(id)
  const own = ownTracks()
  const camera = isOwn ? own.camera : peer?.camera.getVideoTracks()[0]
  const screen = isOwn ? own.screen : peer?.screen.getVideoTracks()[0]
  const hasVideo = isOwn ? hasCamera : participant.has_camera
  const hasScreen = isOwn ? sharesScreen : participant.shares_screen
  const isSilent = isOwn ? isMuted : participant.is_muted
  const state = isOwn ? 'connected' : (peer?.connection.connectionState ?? 'new')
  return (
    <>
      {hasScreen && screen !== null && screen !== undefined && (
        <figure className={styles.tile} data-wide="true" data-screen={userId}>
          <TrackVideo track={screen} label={text('calls.screenOf', { name })} />
          <figcaption dir="auto">{text('calls.screenOf', { name })}</figcaption>
        </figure>
      )}
      <figure
        className={styles.tile}
        data-participant={userId}
        data-speaking={speaking.has(id)}
        data-state={state}
      >
        {hasVideo && camera !== null && camera !== undefined ? (
          <TrackVideo track={camera} label={name} isMirrored={isOwn} />
        ) : (
          <Avatar userId={userId} size={64} />
        )}
        {!isOwn && <TrackAudio stream={peer?.microphone} />}
        <figcaption dir="auto">
          {isSilent && <MicOff size={14} aria-label={text('calls.isMuted')} />}
          <span>{isOwn ? text('calls.you') : name}</span>
          {state !== 'connected' && <em>{text('calls.connecting')}</em>}
        </figcaption>
      </figure>
    </>
  )
}

function TrackVideo({
  track,
  label,
  isMirrored = false,
}: {
  track: MediaStreamTrack
  label: string
  isMirrored?: boolean
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    element.srcObject = new MediaStream([track])
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  return <video ref={video} aria-label={label} data-mirrored={isMirrored} muted playsInline autoPlay />
}

function TrackAudio({ stream }: { stream: MediaStream | undefined }) {
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const element = audio.current
    if (element === null || stream === undefined) return
    element.srcObject = stream
    void element.play().catch(() => {})
  }, [stream])
  // biome-ignore lint/a11y/useMediaCaption: speech of a call has no captions
  return <audio ref={audio} autoPlay />
}
