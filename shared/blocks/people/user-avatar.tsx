import { avatarColors } from '@lamella/shared/ui'
import { Avatar } from '@mantine/core'
import css from './user-avatar.module.css'

export interface UserAvatarProps {
  /** Full name; its initials are shown without a picture. */
  name: string
  /** Key of the colour, so that it stays the same when the name changes; by default the name. */
  id?: string
  /** Address of the picture. */
  src?: string | null
  /** Diameter in pixels. */
  size?: number
  /** A deactivated account: grey. */
  inactive?: boolean
}

const initials = (name: string) => {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

/** The same text always gives the same colour (FNV-1a). */
const colorOf = (text: string) => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return avatarColors[hash % avatarColors.length]
}

/** A person's picture or, without one, their initials on one of the avatar colours. */
export function UserAvatar({ name, id = name, src, size = 32, inactive = false }: UserAvatarProps) {
  return (
    <Avatar
      src={src}
      alt={name}
      size={size}
      classNames={{ placeholder: inactive ? css.inactive : css.initials }}
      style={{ '--avatar-placeholder-fz': `${Math.round(size * 0.38)}px`, '--avatar-bg': colorOf(id) }}
    >
      {initials(name)}
    </Avatar>
  )
}
