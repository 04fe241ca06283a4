import type { ChannelObject } from '@loquat/contract'
import { changePrivacy, type Privacy } from '../../channels/manage-channels.ts'
import lists from '../forms/Lists.module.css'
import { SavedMark, SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { PrivacyChoice } from './PrivacyChoice.tsx'

const privacyOf = (channel: ChannelObject): Privacy => {
  if (channel.is_web_public) return 'web'
  if (!channel.invite_only) return 'public'
  return channel.history_public_to_subscribers ? 'private' : 'protected'
}

export function PrivacySetting({ channel, denied }: { channel: ChannelObject; denied: string | undefined }) {
  const { phase, problem, run } = useSaving((privacy: Privacy) => changePrivacy(channel.stream_id, privacy))
  return (
    <SettingGroup>
      <PrivacyChoice value={privacyOf(channel)} denied={denied} onChange={(privacy) => void run(privacy)} />
      <SavedMark phase={phase} />
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
    </SettingGroup>
  )
}
