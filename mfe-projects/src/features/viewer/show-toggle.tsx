import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

interface ShowToggleProps {
  /** What is drawn, such as "objects". */
  what: string
  visible: boolean
  onVisible: (visible: boolean) => void
}

/** Button in the head of a viewer panel that shows or hides what it lists. */
export const ShowToggle = ({ what, visible, onVisible }: ShowToggleProps) => (
  <ActionIcon aria-label={`${visible ? 'Hide' : 'Show'} ${what}`} onClick={() => onVisible(!visible)}>
    {visible ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
  </ActionIcon>
)
