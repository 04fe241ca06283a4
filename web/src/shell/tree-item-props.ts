/** What makes a link or a button an item of the tree. */
export interface TreeItemProps {
  role: 'treeitem'
  'aria-level': number
  tabIndex: 0 | -1
}
