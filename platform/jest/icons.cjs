// Each icon from its own file, once it is drawn: the one file of all takes each test file that draws any 75 ms.
const fileOf = (name) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()

module.exports = new Proxy(
  {},
  {
    get: (_, name) => (/^[A-Z]/.test(String(name)) ? require(`lucide-react/icons/${fileOf(name)}`).default : undefined),
  },
)
