-- The millionrps agent gives this to wrk: wrk -s wrk.lua URL [requests sent at once on a connection [cycle path ...]]
-- A cycle such as 1,2,1 is of the paths by their numbers; without one, the path of the URL is all there is.
-- After wrk's own text comes one line of JSON, in microseconds and bytes, just as wrk counted.

local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
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

-- wrk calls a global function 'request' before every write; without one it asks wrk.request only once, which then costs nothing while it
-- measures. So there is one only for a mix.
local begin = wrk.init
function wrk.init(arguments)
  begin(arguments)
  pipelining = tonumber(arguments[1]) or 1
  if arguments[2] then
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
