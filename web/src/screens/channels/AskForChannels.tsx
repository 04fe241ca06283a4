import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { administrators } from '../../notifications/alone-here.ts'
import { useOrg } from '../../session/session.ts'
import { copyText } from '../../shell/copy-text.ts'
import { useText } from '../../texts/texts.tsx'

/** Shown to guests without channels: administrators to ask, and a text for that. */
export function AskForChannels() {
  const text = useText()
  const [name = '', ...others] = useOrg(administrators)
  const email = useOrg((org) => org.delivery_email ?? org.email ?? '')
  const organization = useOrg((org) => org.realm_name ?? '')
  const who = name === '' ? 'nobody' : 'somebody'
  return (
    <EmptyState text={text('channels.none.guest', { who, name, count: others.length })}>
      <Button onClick={() => void copyText(text('channels.ask', { organization, email }))}>
        {text('channels.copyAsk')}
      </Button>
    </EmptyState>
  )
}
