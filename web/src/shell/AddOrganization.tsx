import { type FormEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { addOrganization, originOf } from '../session/organizations.ts'
import { useText } from '../texts/texts.tsx'

/** Asks for the address of another organization and opens it. */
export function AddOrganization({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const url = originOf(address, location.protocol)
    if (url === undefined) setWrong(true)
    else addOrganization(url)
  }
  return (
    <Dialog title={text('entering.addOrganization')} size="small" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={text('entering.address')}
          placeholder="chat.example.com"
          value={address}
          problem={isWrong ? text('entering.noAddress') : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setAddress(event.target.value)
            setWrong(false)
          }}
        />
        <Button kind="primary" type="submit">
          {text('entering.go')}
        </Button>
      </form>
    </Dialog>
  )
}
