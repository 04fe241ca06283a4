import { LogIn } from 'lucide-react'
import { useLoginAddress } from '../session/member.ts'
import { asDock } from '../shell/dock.ts'
import { useText } from '../texts/texts.tsx'
import dock from './Compose.module.css'
import styles from './LogInToReply.module.css'

/** Replaces the compose box for spectators. */
export function LogInToReply() {
  const text = useText()
  return (
    <div className={dock.dock} ref={asDock} data-region="compose">
      <a className={styles.bar} href={useLoginAddress()}>
        <LogIn size={16} aria-hidden="true" />
        {text('entering.logInToReply')}
      </a>
    </div>
  )
}
