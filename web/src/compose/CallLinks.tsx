import { AudioLines, Video } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { MenuItem } from '../components/Menu.tsx'
import { showErrorToast } from '../shell/toasts.ts'
import { useText } from '../texts/texts.tsx'

interface Props {
  name: string
  onInsert(text: string): void
  /** Menu items instead of buttons. */
  isInMenu: boolean
}

/** Insert a link to a video or voice call of another service. */
export function CallLinks({ name, onInsert, isInMenu }: Props) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const insert = async (isVideo: boolean) => {
    setBusy(true)
    try {
      const { createCallLink } = await import('../calls/call-links.ts')
      const url = await createCallLink(name, isVideo)
      if (url !== undefined) onInsert(`[${text(isVideo ? 'calls.link.video' : 'calls.link.voice')}](${url})`)
    } catch (error) {
      showErrorToast(error)
    }
    setBusy(false)
  }
  const kinds = [
    { isVideo: true, label: text('calls.addVideo'), Icon: Video },
    { isVideo: false, label: text('calls.addVoice'), Icon: AudioLines },
  ]
  return kinds.map(({ isVideo, label, Icon }) =>
    isInMenu ? (
      <MenuItem key={label} icon={<Icon size={16} />} onSelect={() => void insert(isVideo)}>
        {label}
      </MenuItem>
    ) : (
      <IconButton
        key={label}
        size="small"
        label={label}
        busy={isBusy}
        icon={<Icon size={18} />}
        onClick={() => void insert(isVideo)}
      />
    ),
  )
}
