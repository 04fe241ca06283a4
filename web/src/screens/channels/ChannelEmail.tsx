import { useChannelAddress } from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'

/** The email address of the channel, where the server receives email. */
export function ChannelEmail({ channelId }: { channelId: number }) {
  const text = useText()
  const { value } = useChannelAddress(channelId)
  if (value === undefined || value === '') return null
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    showToast('common.copied')
  }
  return (
    <SettingGroup title={text('channels.email')} note={text('channels.email.effect')}>
      <div className={lists.secret}>
        <code>{value}</code>
        <Button size="small" onClick={() => void copy()}>
          {text('common.copy')}
        </Button>
      </div>
    </SettingGroup>
  )
}
