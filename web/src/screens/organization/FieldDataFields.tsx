import { TextArea, TextField } from '../../components/Field.tsx'
import { useText } from '../../texts/texts.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
}

/** The URL of external accounts, for services that the server does not know. */
export function UrlPatternField({ value, onChange }: Props) {
  const text = useText()
  return (
    <TextField
      label={text('organization.fields.address')}
      value={value}
      placeholder="https://example.com/%(username)s"
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The options of a list, one per line. */
export function OptionsField({ value, onChange }: Props) {
  const text = useText()
  return (
    <TextArea
      label={text('organization.fields.options')}
      value={value}
      rows={5}
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
