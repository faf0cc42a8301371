-- The millionrps agent gives this to wrk: wrk -s wrk.lua URL [statuses] [requests sent at once on a connection [cycle path ...]]
-- With 'statuses' every answer outside 2xx counts as one with a wrong status; wrk itself counts those above 399 alone, and calls redirects fine.
-- A cycle such as 1,2,1 is of the paths by their numbers; without one, the path of the URL is all there is.
-- With 'requests FILE' in their place, FILE is a table of Lua with requests that are more than paths.
-- After wrk's own text comes one line of JSON, in microseconds and bytes, just as wrk counted.

local threads = {}
uncounted = 0 -- by wrk, of this thread

function setup(thread)
  threads[#threads + 1] = thread
  thread:set("index", #threads - 1)
end

-- batches are what is written at once, in turn, until the cycle and the batches begin together again.
local function batches(cycle, paths)
  local requests, made, at = {}, {}, 0
  for place in cycle:gmatch("%d+") do
    requests[#requests + 1] = wrk.format("GET", paths[tonumber(place)])
  end
  repeat
    local batch = {}
    for i = 1, pipelining do
      batch[i] = requests[at % #requests + 1]
      at = at + 1
    end
    made[#made + 1] = table.concat(batch)
  until at % #requests == 0
  return made
end

-- counting gives every thread of every client numbers of its own.
local function counting(file, variable)
  local step, next = file.clients * file.threads, variable.from + file.client + file.clients * index
  return function()
    next = next + step
    return string.format("%.0f", next - step)
  end
end

local function drawing(variable)
  return function() return string.format("%.0f", math.random(variable.least, variable.most)) end
end

-- Every thread takes all of a sample in turn, from a place of its own.
local function sampling(file, variable)
  local values = variable.values
  if not variable.turn then
    return function() return values[math.random(#values)] end
  end
  local at = math.floor((file.client + file.clients * index) * #values / (file.clients * file.threads)) - 1
  return function()
    at = (at + 1) % #values
    return values[at + 1]
  end
end

local function fill(parts, drawn)
  local texts = {}
  for i, part in ipairs(parts) do
    texts[i] = type(part) == "number" and drawn(part) or part
  end
  return table.concat(texts)
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Headers go out in their order, and as often as they are asked for; wrk.format would lose both.
local function written(request, drawn)
  local lines, host = { "" }, wrk.headers["Host"]
  for _, header in ipairs(request.headers) do
    local value = header.secret and assert(os.getenv(header.secret), header.secret .. " is not set") or fill(header.value, drawn)
    if header.name:lower() == "host" then
      host = value
    else
      lines[#lines + 1] = header.name .. ": " .. value .. "\r\n"
    end
  end
  lines[1] = request.method .. " " .. fill(request.path, drawn) .. " HTTP/1.1\r\nHost: " .. host .. "\r\n"
  local body = request.text or request.body and fill(request.body, drawn)
  if body then
    lines[#lines + 1] = "Content-Length: " .. #body .. "\r\n\r\n" .. body
  else
    lines[#lines + 1] = "\r\n"
  end
  return table.concat(lines)
end

-- composed returns what is written at once. Without variables every request of the file is made once.
local function composed(file)
  local draws, at, fixed = {}, 0, {}
  math.randomseed(file.seed + index)
  for i, variable in ipairs(file.variables) do
    draws[i] = variable.kind == "counter" and counting(file, variable) or variable.kind == "random" and drawing(variable) or sampling(file, variable)
  end
  for i, request in ipairs(file.requests) do
    request.text = request.file and read(request.file)
    if #draws == 0 then
      fixed[i] = written(request)
    end
  end
  return function()
    local batch = {}
    for i = 1, pipelining do
      local place, values = file.cycle[at % #file.cycle + 1], {}
      at = at + 1
      batch[i] = fixed[place]
        or written(file.requests[place], function(number)
          values[number] = values[number] or draws[number]()
          return values[number]
        end)
    end
    return table.concat(batch)
  end
end

-- wrk calls a global function 'request' before every write; without one it asks wrk.request only once, which then costs nothing while it
-- measures. So there is one only for a mix.
local begin = wrk.init
function wrk.init(arguments)
  begin(arguments)
  if arguments[1] == "statuses" then
    table.remove(arguments, 1)
    function response(status)
      if status < 200 or status > 299 and status < 400 then
        uncounted = uncounted + 1
      end
    end
  end
  pipelining = tonumber(arguments[1]) or 1
  if arguments[2] == "requests" then
    request = composed(dofile(arguments[3]))
  elseif arguments[2] then
    local paths = {}
    for i = 3, #arguments do
      paths[i - 2] = arguments[i]
    end
    local made, turn = batches(arguments[2], paths), 0
    function request()
      turn = turn % #made + 1
      return made[turn]
    end
  else
    local requests = wrk.request():rep(pipelining)
    wrk.request = function() return requests end
  end
end

local function members(format, names, value)
  local pairs = {}
  for i, name in ipairs(names) do
    pairs[i] = string.format("%q:" .. format, name, value(name))
  end
  return table.concat(pairs, ",")
end

function done(summary, latency)
  for _, thread in ipairs(threads) do
    summary.errors.status = summary.errors.status + thread:get("uncounted")
  end
  local percentiles = { "50", "90", "95", "97.5", "99", "99.9", "99.99" }
  io.write(
    "{", members("%.0f", { "duration", "requests", "bytes" }, function(name) return summary[name] end),
    string.format(',"threads":%d,"pipelining":%d', #threads, threads[1]:get("pipelining")),
    ',"errors":{', members("%.0f", { "connect", "read", "write", "status", "timeout" }, function(name) return summary.errors[name] end),
    -- 'different' is how many different latencies there are; without any, the others are 0.
    string.format('},"latency":{"different":%d,"mean":%.3f,"stdev":%.3f,"max":%.0f', #latency, latency.mean, latency.stdev, latency.max),
    ',"percentiles":{', members("%.0f", percentiles, function(name) return latency:percentile(tonumber(name)) end),
    "}}}\n"
  )
end
