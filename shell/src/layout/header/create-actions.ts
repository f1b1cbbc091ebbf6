/** What members can create from every page: in the header's add menu and in the command palette. */
export const createActions: readonly {
  title: string
  icon: string
  to: string
  /** Shown beside the title, such as that a feature is not available yet. */
  note?: string
}[] = [
  { title: 'Create a new project', icon: 'folders', to: '/projects/new' },
  { title: 'Upload images', icon: 'upload', to: '/datastorage/upload' },
  { title: 'Start a new AI training', icon: 'ai', to: '/ai-trainer/new-training', note: 'Not available yet' },
]
