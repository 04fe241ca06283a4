import { Camera, Files, Paperclip } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { isTouch } from '../lib/touch.ts'
import { useText } from '../texts/texts.tsx'
import { composeField } from './compose-field.ts'
import { pickFiles } from './compose-files.ts'

function pickFromInput(event: ChangeEvent<HTMLInputElement>): void {
  pickFiles([...(event.target.files ?? [])])
  event.target.value = ''
}

/** Attaches files. On touch screens it is a menu, with photos from the camera and `children`. */
export function Attach({ children }: { children: ReactNode }) {
  const text = useText()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const label = text('compose.attach')
  const open = (input: HTMLInputElement | null) => {
    // The file dialog returns the focus to the previous element. On phones that would open the keyboard.
    if (!isTouch()) composeField()?.focus()
    input?.click()
  }
  const choose = () => open(files.current)
  return (
    <>
      <input ref={files} type="file" multiple hidden onChange={pickFromInput} />
      {isTouch() ? (
        <>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            onChange={pickFromInput}
          />
          <Menu
            side="top"
            align="start"
            label={label}
            trigger={<IconButton size="small" label={label} icon={<Paperclip size={18} />} />}
          >
            <MenuItem icon={<Camera size={16} />} onSelect={() => open(camera.current)}>
              {text('touch.camera')}
            </MenuItem>
            <MenuItem icon={<Files size={16} />} onSelect={choose}>
              {text('touch.files')}
            </MenuItem>
            {children}
          </Menu>
        </>
      ) : (
        <IconButton size="small" label={label} icon={<Paperclip size={18} />} onClick={choose} />
      )}
    </>
  )
}
