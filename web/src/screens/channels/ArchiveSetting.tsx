import type { ChannelObject } from '@loquat/contract'
import { useState } from 'react'
import { archiveChannel, unarchiveChannel } from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'

export function ArchiveSetting({ channel, denied }: { channel: ChannelObject; denied: string | undefined }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const id = channel.stream_id
  const title = text(channel.is_archived ? 'channels.unarchive' : 'channels.archive')
  return (
    <SettingGroup
      title={title}
      note={text(channel.is_archived ? 'channels.unarchive.effect' : 'channels.archive.effect')}
    >
      {channel.is_archived ? (
        <Button denied={denied} onClick={async () => showProblemToast(await unarchiveChannel(id))}>
          {title}
        </Button>
      ) : (
        <Button kind="danger" denied={denied} onClick={() => setAsking(true)}>
          {title}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={text('channels.archiveTitle', { name: channel.name })}
          body={text('channels.archiveBody')}
          action={text('channels.archive')}
          onConfirm={async () => showProblemToast(await archiveChannel(id))}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingGroup>
  )
}
