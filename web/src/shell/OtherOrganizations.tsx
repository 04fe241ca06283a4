import { Plus } from 'lucide-react'
import { MenuItem, MenuLabel } from '../components/Menu.tsx'
import { otherOrganizations } from '../session/organizations.ts'
import { useText } from '../texts/texts.tsx'

/** Links to the other organizations of this browser. */
export function OtherOrganizations({ onAdd }: { onAdd: () => void }) {
  const text = useText()
  return (
    <>
      <MenuLabel>{text('entering.organizations')}</MenuLabel>
      {otherOrganizations().map(({ name, url }) => (
        <MenuItem key={url} onSelect={() => location.assign(`${url}/`)}>
          <bdi title={url}>{name}</bdi>
        </MenuItem>
      ))}
      <MenuItem icon={<Plus size={16} />} onSelect={onAdd}>
        {text('entering.addOrganization')}
      </MenuItem>
    </>
  )
}
