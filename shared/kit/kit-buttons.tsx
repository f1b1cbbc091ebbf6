import { ActionIcon, Button, CloseButton, CopyButton, Kbd, Tooltip } from '@mantine/core'
import { IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react'
import { KitRow, KitSection } from './kit-section.tsx'

const looks = [
  { label: 'Start upload' },
  { label: 'View all', variant: 'default' },
  { label: 'Deploy', variant: 'light' },
  { label: 'Resend', variant: 'subtle' },
  { label: 'Delete', color: 'red' },
]

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

export function KitButtons() {
  return (
    <KitSection title="Buttons">
      {looks.map(({ label, ...look }) => (
        <KitRow key={label}>
          <Button {...look}>{label}</Button>
          <Button {...look} loading aria-label={`${label}, loading`}>
            {label}
          </Button>
          <Button {...look} disabled>
            {label}
          </Button>
        </KitRow>
      ))}
      <KitRow>
        <Button size="xs" variant="default">
          Small
        </Button>
        <Button size="md">Wide form</Button>
        <CopyButton value="https://lab.example/projects/7">
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      </KitRow>
      <KitRow>
        <ActionIcon aria-label="Image library">
          <IconPhoto {...icon} />
        </ActionIcon>
        <Tooltip label="Refresh projects list">
          <ActionIcon variant="default" aria-label="Refresh projects list">
            <IconRefresh {...icon} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon loading aria-label="Refresh, loading">
          <IconRefresh {...icon} />
        </ActionIcon>
        <ActionIcon disabled aria-label="Delete">
          <IconTrash {...icon} />
        </ActionIcon>
        <CloseButton aria-label="Close" />
        <Kbd>⌘ K</Kbd>
      </KitRow>
    </KitSection>
  )
}
