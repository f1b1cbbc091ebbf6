import type { TourStep } from './tour-step.ts'

interface TourPlace {
  productName: string
  /** Whether the side menu has the AI entry. */
  hasAi: boolean
  /**
   * In the narrow layout the side menu is a drawer: opened before and closed after each step in it. Null in the wide
   * layout.
   */
  drawer: { open: () => void; close: () => void } | null
}

/** Milliseconds of the drawer's opening transition, 200 ms (ADR 50), with a margin. */
const drawerDelay = 250

const menuSteps: readonly TourStep[] = [
  {
    id: 'home',
    target: '[data-tour="menu-home"]',
    title: 'Your dashboard',
    content: 'Home shows your latest projects and what your organization has used. This tour takes about a minute.',
  },
  {
    id: 'projects',
    target: '[data-tour="menu-projects"]',
    title: 'Projects',
    content: 'A project holds images, their annotations and analyses, and the people who work on them.',
  },
  {
    id: 'ai',
    target: '[data-tour="menu-ai"]',
    title: 'AI',
    content: 'Here you will train applications on images that you have annotated. Training is not available yet.',
  },
  {
    id: 'storage',
    target: '[data-tour="menu-storage"]',
    title: 'Data Storage',
    content: 'See how much is stored and by whom, follow uploads, and find images that could not be read.',
  },
  {
    id: 'settings',
    target: '[data-tour="menu-settings"]',
    title: 'Settings',
    content: 'Your profile, the people of your organization, and its subscription.',
  },
]

const headerSteps: readonly TourStep[] = [
  {
    id: 'go-to',
    target: '[data-tour="go-to"]',
    title: 'Go anywhere',
    content: 'Find a project, an image or a page by its name. Ctrl K or ⌘ K opens it from everywhere.',
  },
  {
    id: 'uploads',
    target: '[data-tour="uploads"]',
    title: 'Uploads',
    content: 'Upload images here. Uploads continue while you work elsewhere, and this button shows their progress.',
  },
  {
    id: 'user',
    target: '[data-tour="user"]',
    title: 'You',
    content: 'Settings, the knowledge base and this tour are in your menu.',
  },
]

/** Steps of the dashboard's guided tour; the last one points at the add menu (D2-2-91). */
export const dashboardSteps = ({ productName, hasAi, drawer }: TourPlace): TourStep[] => {
  const inMenu = (step: TourStep): TourStep => ({
    ...step,
    skipped: step.id === 'ai' && !hasAi,
    ...(drawer && { action: drawer.open, delay: drawerDelay, closeAction: drawer.close }),
  })
  return [
    ...menuSteps.map(inMenu),
    ...headerSteps,
    {
      id: 'add',
      target: '[data-tour="add"]',
      title: 'Begin with a project',
      content: `Everything in ${productName} starts with a project. Create your first one.`,
    },
  ]
}
