import {
  Beer, Check, ChevronDown, ChevronLeft, ChevronRight, ChevronUp, CircleAlert, CircleCheck, CircleQuestionMark, Clock, Code, Copy, Download, Ellipsis,
  ExternalLink, Globe, GripVertical, House, Image, KeyRound, LayoutDashboard, LayoutGrid, Lightbulb, Lock, LogOut, MapPin, Monitor, Moon, Pencil, Play, Plus,
  QrCode, RotateCw, Search, Settings, Sun, Trash2, Tv, Upload, User, Users, X,
} from 'lucide-react'
import { LeaderboardIcon, ScoreboardIcon, SlideshowIcon, StreamboardIcon } from './ownIcons'
import css from './Icon.module.css'

const icons = {
  home: House,
  scoreboard: ScoreboardIcon,
  leaderboard: LeaderboardIcon,
  comboboard: LayoutGrid,
  slideshow: SlideshowIcon,
  streamboard: StreamboardIcon,
  venue: MapPin,
  tv: Tv,
  view: ExternalLink,
  external: ExternalLink,
  edit: Pencil,
  delete: Trash2,
  more: Ellipsis,
  search: Search,
  check: Check,
  success: CircleCheck,
  alert: CircleAlert,
  close: X,
  lock: Lock,
  globe: Globe,
  retry: RotateCw,
  copy: Copy,
  plus: Plus,
  'chevron-down': ChevronDown,
  'chevron-up': ChevronUp,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'sign-out': LogOut,
  user: User,
  users: Users,
  help: CircleQuestionMark,
  settings: Settings,
  qr: QrCode,
  embed: Code,
  sun: Sun,
  moon: Moon,
  system: Monitor,
  play: Play,
  image: Image,
  clock: Clock,
  beer: Beer,
  key: KeyRound,
  drag: GripVertical,
  identify: Lightbulb,
  download: Download,
  upload: Upload,
}

export type IconName = keyof typeof icons

interface IconProps {
  /** a name from the registry may be one that this version does not know */
  name: IconName | (string & {})
  /** px, default 16 */
  size?: number
}

/** An icon beside a text that says the same; hidden from assistive technology. Unknown names get a neutral glyph. */
export function Icon({ name, size = 16 }: IconProps) {
  const Glyph = Object.hasOwn(icons, name) ? icons[name as IconName] : LayoutDashboard
  return (
    <span className={css.icon} aria-hidden="true" data-icon={name}>
      <Glyph size={size} strokeWidth={2} />
    </span>
  )
}
