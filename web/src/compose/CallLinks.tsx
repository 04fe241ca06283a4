import { AudioLines, Video } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { showErrorToast } from '../shell/toasts.ts'
import { useText } from '../texts/texts.tsx'

/** Buttons that insert a link to a voice or video call of another service. */
export function CallLinks({ name, onInsert }: { name: string; onInsert(text: string): void }) {
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
  return (
    <>
      <IconButton
        size="small"
        label={text('calls.addVideo')}
        busy={isBusy}
        icon={<Video size={18} />}
        onClick={() => void insert(true)}
      />
      <IconButton
        size="small"
        label={text('calls.addVoice')}
        busy={isBusy}
        icon={<AudioLines size={18} />}
        onClick={() => void insert(false)}
      />
    </>
  )
}
