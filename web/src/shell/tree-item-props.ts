/** Props that make a link or button a tree item. */
export interface TreeItemProps {
  role: 'treeitem'
  'aria-level': number
  tabIndex: 0 | -1
}
