import { isDrawing } from '@lamella/shared/contract'
import {
  IconActivity,
  IconAdjustmentsAlt,
  IconArrowForwardUp,
  IconArrowLeft,
  IconBrain,
  IconDatabase,
  IconFolders,
  IconHome,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconLogout,
  IconMicroscope,
  IconPhoto,
  IconPlus,
  IconRocket,
  IconSettings,
  IconTags,
  IconUpload,
  IconUsers,
  IconVector,
} from '@tabler/icons-react'

/**
 * Icons by the names that manifests use. Unknown names get the list icon, so that a newer remote does not break the
 * menu.
 */
const icons = {
  home: IconHome,
  back: IconArrowLeft,
  folders: IconFolders,
  ai: IconBrain,
  storage: IconDatabase,
  settings: IconSettings,
  'layout-dashboard': IconLayoutDashboard,
  'list-details': IconListDetails,
  'list-check': IconListCheck,
  photo: IconPhoto,
  microscope: IconMicroscope,
  activity: IconActivity,
  tags: IconTags,
  adjustments: IconAdjustmentsAlt,
  vector: IconVector,
  share: IconArrowForwardUp,
  upload: IconUpload,
  plus: IconPlus,
  users: IconUsers,
  rocket: IconRocket,
  'log-out': IconLogout,
}

/** Decorative icon of a menu entry, 18 px. @param name - of an icon, or a drawing that a remote brings along */
export const MenuIcon = ({ name }: { name: string }) => {
  if (isDrawing(name)) {
    return (
      <svg
        width={18}
        height={18}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={name} />
      </svg>
    )
  }
  const Icon = name in icons ? icons[name as keyof typeof icons] : IconListDetails
  return <Icon size={18} stroke={1.6} aria-hidden />
}
