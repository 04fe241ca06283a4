import {
  ChevronDown,
  ChevronUp,
  Mic,
  MicOff,
  PhoneOff,
  ScreenShare,
  ScreenShareOff,
  Video,
  VideoOff,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  hangUp,
  toggleCamera,
  toggleMicrophone,
  toggleScreen,
  useCallSession,
} from '../../calls/call-session.ts'
import { placeOfCall, useCalls } from '../../calls/call-state.ts'
import { IconButton } from '../../components/Button.tsx'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { callKeys } from '../../keyboard/call-commands.ts'
import { addressOf, navigateTo } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import { CallDevices } from './CallDevices.tsx'
import styles from './Calls.module.css'
import { CallTile } from './CallTile.tsx'

const actions: Readonly<Record<string, () => Promise<void>>> = {
  KeyM: toggleMicrophone,
  KeyV: toggleCamera,
  KeyS: toggleScreen,
  KeyH: hangUp,
}

/** Shortcuts of the call, wherever the focus is. By position, because Alt changes the letter on some keyboards. */
function useCallKeys(): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const act =
        event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey ? actions[event.code] : undefined
      if (act === undefined) return
      event.preventDefault()
      event.stopPropagation()
      void act()
    }
    addEventListener('keydown', handle, true)
    return () => removeEventListener('keydown', handle, true)
  }, [])
}

/** The call that this tab takes part in. It stays while one reads elsewhere. */
export function CallDock() {
  const text = useText()
  const [isSmall, setSmall] = useState(false)
  const session = useCallSession()
  const call = useCalls((state) => state.calls[session.callId])
  useCallKeys()
  const { isMuted, hasCamera, sharesScreen, problem } = session
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  const place = call && placeOfCall(call)
  const open = () => {
    if (call !== undefined && place !== undefined) navigateTo(addressOf({ ...place, at: call.message_id }))
  }
  return (
    <section className={styles.dock} aria-label={text('calls.call')} data-small={isSmall}>
      <header>
        <button type="button" className={styles.title} onClick={open}>
          {place === undefined ? text('calls.call') : <ConversationName place={place} />}
          {session.status === 'joining' && <small>{text('calls.joining')}</small>}
        </button>
        <IconButton
          size="small"
          label={text(isSmall ? 'calls.expand' : 'calls.collapse')}
          icon={isSmall ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
          onClick={() => setSmall(!isSmall)}
        />
      </header>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {text(`calls.problem.${problem}`)}
        </p>
      )}
      <div className={styles.tiles}>
        {call?.participants.map((participant) => (
          <CallTile key={participant.participant_id} participant={participant} />
        ))}
      </div>
      <footer>
        <IconButton
          label={text(isMuted ? 'calls.unmute' : 'calls.mute')}
          keys={callKeys.microphone}
          aria-pressed={!isMuted}
          icon={isMuted ? <MicOff size={18} /> : <Mic size={18} />}
          onClick={() => void toggleMicrophone()}
        />
        <IconButton
          label={text(hasCamera ? 'calls.cameraOff' : 'calls.cameraOn')}
          keys={callKeys.camera}
          aria-pressed={hasCamera}
          icon={hasCamera ? <Video size={18} /> : <VideoOff size={18} />}
          onClick={() => void toggleCamera()}
        />
        {canShare && (
          <IconButton
            label={text(sharesScreen ? 'calls.screenOff' : 'calls.screenOn')}
            keys={callKeys.screen}
            aria-pressed={sharesScreen}
            icon={sharesScreen ? <ScreenShareOff size={18} /> : <ScreenShare size={18} />}
            onClick={() => void toggleScreen()}
          />
        )}
        <CallDevices />
        <IconButton
          kind="danger"
          label={text('calls.leave')}
          keys={callKeys.leave}
          icon={<PhoneOff size={18} />}
          onClick={() => void hangUp()}
        />
      </footer>
    </section>
  )
}
