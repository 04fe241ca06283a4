import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'

const ChannelEmailDialog = lazy(() =>
  import('./ChannelEmailDialog.tsx').then((one) => ({ default: one.ChannelEmailDialog })),
)

/** Opens the email address of the channel, where the server receives email. */
export function ChannelEmail({ channelId, name }: { channelId: number; name: string }) {
  const text = useText()
  const receivesEmail = useOrg((org) => org.server_receives_email === true)
  const [isOpen, setOpen] = useState(false)
  if (!receivesEmail) return null
  return (
    <SettingGroup title={text('channels.email')} note={text('channels.email.effect')}>
      <Button onClick={() => setOpen(true)}>{text('channels.email.show')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChannelEmailDialog channelId={channelId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingGroup>
  )
}
