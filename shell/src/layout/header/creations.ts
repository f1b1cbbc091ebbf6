/** What members can create from everywhere. */
export const creations: readonly {
  title: string
  icon: string
  to: string /** Said before the click. */
  note?: string
}[] = [
  { title: 'Create a new project', icon: 'folders', to: '/projects/new' },
  { title: 'Upload images', icon: 'upload', to: '/datastorage/upload' },
  { title: 'Start a new AI training', icon: 'ai', to: '/ai-trainer/new-training', note: 'Not available yet' },
]
