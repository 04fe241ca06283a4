import { type DragEvent, useState } from 'react'
import { placeFolder, putInFolder } from '../folders/folder-actions.ts'
import { assertMayMove } from '../folders/move-channel.ts'
import { parentOf, type SidebarRow } from './sidebar-rows.ts'

type DraggedRow = SidebarRow & { kind: 'channel' | 'folder' }

/** A private type, so that other applications and fields ignore it. */
const dragType = 'application/x-loquat-row'

/**
 * Drag and drop in the sidebar: channels onto folders, onto channels in a folder or onto the heading of the other channels; folders onto
 * folders. `target` is the index of the row that would accept the drop.
 */
export function useFolderDrag(rows: readonly SidebarRow[]) {
  const [dragged, setDragged] = useState<DraggedRow>()
  const [target, setTarget] = useState<number>()
  const rowAt = (event: DragEvent) => {
    const index = (event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index
    return index === undefined ? -1 : Number(index)
  }
  const end = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  return {
    target,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const row = rows[rowAt(event)]
        if (row?.kind !== 'channel' && row?.kind !== 'folder') return
        event.dataTransfer.setData(dragType, row.key)
        setDragged(row as DraggedRow)
      },
      onDragOver: (event: DragEvent) => {
        const over = dragged && dropTarget(rows, dragged, rowAt(event))
        setTarget(over)
        if (over !== undefined) event.preventDefault()
      },
      onDragEnd: end,
      onDrop: (event: DragEvent) => {
        const over = dragged && dropTarget(rows, dragged, rowAt(event))
        end()
        if (dragged === undefined || over === undefined) return
        event.preventDefault()
        drop(dragged, rows[over])
      },
    },
  }
}

/** The heading that accepts a dragged row. */
export function dropTarget(
  rows: readonly SidebarRow[],
  dragged: DraggedRow,
  index: number,
): number | undefined {
  let at = index
  while (rows[at] !== undefined && rows[at]?.kind !== 'folder' && rows[at]?.kind !== 'heading') {
    const parent = parentOf(rows, at)
    if (parent < 0 || parent === at) return undefined
    at = parent
  }
  const row = rows[at]
  if (row?.kind === 'folder') {
    const isSame =
      dragged.kind === 'folder'
        ? dragged.folderId === row.folderId
        : dragged.channel.folder_id === row.folderId
    return isSame ? undefined : at
  }
  const isOutside = row?.kind === 'heading' && row.section === 'channels'
  return isOutside && dragged.kind === 'channel' && dragged.channel.folder_id !== null ? at : undefined
}

function drop(dragged: DraggedRow, onto: SidebarRow | undefined): void {
  const folderId = onto?.kind === 'folder' ? onto.folderId : null
  if (dragged.kind === 'channel') {
    if (assertMayMove(dragged.channel)) void putInFolder(dragged.channel.stream_id, folderId)
  } else if (folderId !== null) placeFolder(dragged.folderId, folderId)
}
