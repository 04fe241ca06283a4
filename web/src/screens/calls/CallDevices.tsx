import { Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { chooseDevice, useCallSession } from '../../calls/call-session.ts'
import { IconButton } from '../../components/Button.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './Calls.module.css'

const kinds = [
  ['microphone', 'audioinput'],
  ['camera', 'videoinput'],
] as const

/** The choice of the microphone and camera. */
export function CallDevices() {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const chosen = useCallSession((state) => state.devices)
  useEffect(() => {
    if (!isOpen) return
    const list = () => void navigator.mediaDevices.enumerateDevices().then(setDevices, () => {})
    list()
    navigator.mediaDevices.addEventListener('devicechange', list)
    return () => navigator.mediaDevices.removeEventListener('devicechange', list)
  }, [isOpen])
  return (
    <>
      <IconButton
        label={text('calls.devices')}
        aria-expanded={isOpen}
        icon={<Settings2 size={18} />}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div className={styles.devices}>
          {kinds.map(([kind, type]) => (
            <label key={kind}>
              {text(`calls.${kind}`)}
              <select
                value={chosen[kind] ?? ''}
                onChange={({ target }) => void chooseDevice(kind, target.value)}
              >
                {devices
                  .filter((device) => device.kind === type)
                  .map((device, n) => (
                    <option key={device.deviceId} value={device.deviceId}>
                      {device.label === '' ? `${text(`calls.${kind}`)} ${n + 1}` : device.label}
                    </option>
                  ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </>
  )
}
