"""Chinese words the reader knows by kind. Data only."""

from helpers.offline.text import word_list, word_set

# Relations and pets: Chinese on the left, as facts are kept on the right.
BEINGS = {
    "妈妈": "mother", "母亲": "mother", "妈": "mother", "老妈": "mother",
    "爸爸": "father", "父亲": "father", "爸": "father", "老爸": "father",
    "爸妈": "parents", "父母": "parents", "姐姐": "older sister",
    "妹妹": "younger sister", "哥哥": "older brother",
    "弟弟": "younger brother", "姐妹": "sisters", "兄弟": "brothers",
    "双胞胎妹妹": "twin sister", "双胞胎姐姐": "twin sister",
    "儿子": "son", "女儿": "daughter", "孩子": "child", "小孩": "child",
    "宝宝": "baby", "妻子": "wife", "老婆": "wife", "太太": "wife",
    "爱人": "spouse", "丈夫": "husband", "老公": "husband",
    "女朋友": "girlfriend", "女友": "girlfriend", "男朋友": "boyfriend",
    "男友": "boyfriend", "未婚妻": "fiancée", "未婚夫": "fiancé",
    "奶奶": "grandmother", "爷爷": "grandfather", "外婆": "grandma",
    "姥姥": "grandma", "外公": "grandpa", "姥爷": "grandpa",
    "叔叔": "uncle", "舅舅": "uncle", "伯伯": "uncle", "阿姨": "aunt",
    "姑姑": "aunt", "姨妈": "aunt", "表哥": "cousin", "表弟": "cousin",
    "表姐": "cousin", "表妹": "cousin", "堂哥": "cousin", "堂弟": "cousin",
    "堂姐": "cousin", "堂妹": "cousin", "侄子": "nephew", "侄女": "niece",
    "外甥": "nephew", "外甥女": "niece", "孙子": "grandson",
    "孙女": "granddaughter", "好朋友": "best friend", "好友": "best friend",
    "闺蜜": "best friend", "朋友": "friend", "同事": "colleague",
    "同学": "classmate", "室友": "roommate", "邻居": "neighbour",
    "老板": "boss", "上司": "boss", "领导": "boss", "经理": "manager",
    "老师": "teacher", "导师": "mentor", "教练": "coach", "医生": "doctor",
    "房东": "landlord", "猫": "cat", "猫咪": "cat", "小猫": "cat",
    "狗": "dog", "狗狗": "dog", "小狗": "dog", "宠物": "pet",
    "仓鼠": "hamster", "兔子": "rabbit", "鹦鹉": "parrot", "鸟": "bird",
    "小鸟": "bird", "金鱼": "goldfish", "鱼": "fish", "乌龟": "turtle",
    "马": "horse", "金毛": "dog", "柯基": "dog", "泰迪": "dog",
    "拉布拉多": "dog", "橘猫": "cat", "布偶猫": "cat", "蜥蜴": "lizard",
    "刺猬": "hedgehog", "毛孩子": "pet", "毛娃": "pet",
    "哥": "older brother", "姐": "older sister", "弟": "younger brother",
    "妹": "younger sister", "爹": "father", "老爹": "father",
    "娘": "mother", "老娘": "mother", "爸爸妈妈": "parents",
    "闺女": "daughter", "丫头": "daughter", "娃": "child", "小孩子": "child",
    "大女儿": "older daughter", "小女儿": "younger daughter",
    "大儿子": "older son", "小儿子": "younger son",
    "老大": "eldest child", "老二": "second child",
    "媳妇": "wife", "媳妇儿": "wife", "夫人": "wife", "先生": "husband",
    "对象": "partner", "另一半": "partner", "伴侣": "partner",
    "婆婆": "mother-in-law", "丈母娘": "mother-in-law",
    "岳母": "mother-in-law", "公公": "father-in-law",
    "岳父": "father-in-law", "老丈人": "father-in-law",
    "嫂子": "sister-in-law", "弟妹": "sister-in-law",
    "姐夫": "brother-in-law", "妹夫": "brother-in-law",
    "小舅子": "brother-in-law", "小姨子": "sister-in-law",
    "姨": "aunt", "大姨": "aunt", "小姨": "aunt", "婶婶": "aunt",
    "舅妈": "aunt", "大伯": "uncle", "姑父": "uncle", "叔": "uncle",
    "表妹妹": "cousin", "表弟弟": "cousin", "发小": "childhood friend",
    "死党": "best friend", "哥们": "buddy", "哥们儿": "buddy",
    "兄弟们": "brothers", "合租室友": "roommate", "舍友": "roommate",
    "同桌": "deskmate", "前任": "ex", "前女友": "ex-girlfriend",
    "前男友": "ex-boyfriend", "徒弟": "apprentice", "师傅": "master",
    "班主任": "class teacher", "猫猫": "cat", "狗子": "dog",
    "二哈": "dog", "哈士奇": "dog", "边牧": "dog", "萨摩耶": "dog",
    "比熊": "dog", "博美": "dog", "贵宾": "dog", "田园犬": "dog",
    "英短": "cat", "美短": "cat", "布偶": "cat", "暹罗猫": "cat",
    "狸花猫": "cat", "三花": "cat", "蓝猫": "cat", "黑猫": "cat",
    "白猫": "cat", "大黄狗": "dog", "兔兔": "rabbit", "龙猫": "chinchilla",
    "荷兰猪": "guinea pig", "豚鼠": "guinea pig", "龟": "turtle",
    "八哥": "bird", "鸽子": "bird", "守宫": "lizard",
}  # fmt: skip
# How people type and speak, and the usual words for it.
SPOKEN = {
    "在下": "我", "鄙人": "我", "本人": "我",
    "俺们": "我们", "咱们": "我们", "咱俩": "我们俩", "俺": "我", "咱": "我",
    "贵庚": "多大", "尊姓大名": "叫什么名字", "English name": "英文名",
    "干啥子": "干什么", "干啥": "干什么", "干嘛": "干什么", "干吗": "干什么",
    "为啥": "为什么", "啥子": "什么", "甚么": "什么", "神马": "什么",
    "啥": "什么", "咋": "怎么", "木有": "没有", "名儿": "名字",
    "哪旮旯": "哪里", "哪嘎达": "哪里", "工做": "工作", "今个儿": "今天",
    "今儿": "今天", "明儿": "明天", "昨儿": "昨天", "灰常": "非常",
    "稀饭": "喜欢", "肿么": "怎么", "造吗": "知道吗", "晓不晓得": "知道吗",
    "记不记得": "记得吗", "知不知道": "知道吗",
}  # fmt: skip
# What follows a being's name where it is part of another word.
PART_OF_WORD = {
    "马": "上路来虎虾", "鱼": "虾类肉", "鸟": "类", "对象": "棋",
    "娘": "家", "妈": "呀", "哥": "特", "老大": "不", "妹": "纸",
    "先生": "们", "娃": "娃",
}  # fmt: skip
PETS = word_set(
    """cat dog pet hamster rabbit parrot bird goldfish fish turtle horse
    lizard hedgehog chinchilla"""
)
# How a relation told in English is said in Chinese.
NAMES_OF_BEINGS = {
    "sister": "姐妹", "brother": "兄弟", "sisters": "姐妹",
    "brothers": "兄弟", "kids": "孩子", "children": "孩子", "kid": "孩子",
    "mom": "妈妈", "mum": "妈妈", "dad": "爸爸", "partner": "伴侣",
    "cats": "猫", "dogs": "狗", "puppy": "小狗", "kitten": "小猫",
    "husband": "丈夫", "neighbor": "邻居", "grandpa": "外公",
    "grandma": "外婆", "friends": "朋友", "coworker": "同事",
    "little sister": "妹妹", "little brother": "弟弟",
    "big sister": "姐姐", "big brother": "哥哥",
    "elder sister": "姐姐", "elder brother": "哥哥",
}  # fmt: skip
for _chinese, _english in BEINGS.items():
    NAMES_OF_BEINGS.setdefault(_english, _chinese)

# Nouns that name an attribute.
ATTRIBUTES = {
    "name": "名字 姓名 全名 大名 真名 本名 名 中文名",
    "nickname": "昵称 小名 外号 绰号 网名",
    "surname": "姓 姓氏",
    "age": "年龄 年纪 岁数 年岁",
    "job": "职业 工作 职务 岗位 职位 身份 专职 本职工作",
    "employer": "公司 单位 雇主 工作单位",
    "home": "家 住址 住处 居住地 现居地 所在地 城市 现居城市 居住城市 "
    "居住地点 地址 所在城市",
    "origin": "老家 家乡 籍贯 故乡 出生地",
    "birthday": "生日 出生日期 出生年月",
    "hobby": "爱好 兴趣 兴趣爱好 业余爱好 特长",
    "like": "喜好 偏好",
    "language": "母语 语言",
    "my:学校": "学校 母校 大学 院校 毕业院校",
    "allergy": "过敏源 过敏原 过敏史",
}
ATTRIBUTE_OF = {
    noun: what for what, nouns in ATTRIBUTES.items() for noun in nouns.split()
}
ADVERBS = (
    "现在|目前|如今|今年|也|都|还|很|真的|真|非常|特别|最近|最|挺|超级|超|"
    "十分|比较|一直|平时|经常|常常|通常|平常|其实|就|已经|刚刚|刚|从小|主要|"
    "早就|早已|终于|又|特(?=[爱喜讨想怕会])|贼(?=[爱喜讨])|巨(?=[爱喜讨])|"
    "正在|正|确实|尤其|格外|更|同时|另外|毕竟|实际上|事实上|总是|有时候|"
    "有时|偶尔|每天|周末|闲暇时|业余时间|空闲时|平日里|今天|明年|是个"
).removesuffix("|是个")
# When something happened; not part of what happened.
TIMES = (
    r"(?:上|这|本|下)个?(?:月|周|星期|学期)|去年|前年|昨天|前天|后来|刚刚|"
    r"最近|下个月|明年|"
    r"[\d一二两三四五六七八九十几半]+(?:年|个月|天|周)(?:前|以前|之前)|"
    r"\d{4}年(?!\d|出生|生)|"
    r"目前|如今|现如今|眼下|这段时间|近来|从\d+年起"
)
PAST = "以前|之前|曾经|过去|原来|原先|从前|曾|小时候"
NEGATIONS = "不再|并不|从不|从来不|从没|不太|不是很|不怎么|不|没有|没"
OPENINGS = (
    "就是说|讲真|说实话|说真的|老实说|不瞒你说|话说|真的|哈哈+|[Hh]i|[Hh]ello|"
    "[Hh]ey|老师您好|你好呀|你好啊|你好|您好|大家好|各位好|嗨|哈喽|哈啰|"
    "早上好|下午好|晚上好|"
    "早安|晚安|嗯|哦|噢|啊|对了|其实|另外|还有|顺便说一下|顺便说一句|顺便一提|"
    "顺便|不过|但是|可是|但|而且|所以|因为|由于|然后|那么|那|请你|请(?!问|教)|"
    "麻烦你|麻烦|"
    "更正一下|更正|纠正一下|抱歉|对不起|不好意思|说错了|我说错了|准确地说|"
    "确切地说|事实上|实际上|总之|首先|其次|来自我介绍一下|自我介绍一下|"
    "先自我介绍一下|"
    "我先自我介绍一下|介绍一下自己|介绍一下|我想说|我说一下|跟你说|告诉你|"
    "哎呀|哎|写反了|打错了|写错了|记错了|搞错了|口误|哦不|啊不|哎不|"
    "我告诉你|我跟你说|你知道|如你所知|嘿|好的|好吧|是的|不对|不是的|"
    "没错|同时|之前|今天|再说一下|补充一下|再补充一点|此外|也就是说|喂|谢谢|"
    "并且|并|且"
)
REMEMBER = (
    "(?:请|麻烦)?(?:你|您)?(?:一定要|要|帮我|帮忙|务必)*"
    "(?:记住|记得|记下来|记下|记一下|别忘了|不要忘记|别忘记|牢记|记着|保存)"
    "(?:一下|这一点|这件事|这个)?"
)
OCCUPATION_ENDINGS = word_list(
    "师 员 家 工 手 教授 司机 警察 护士 会计 农民 经理 老板 导演 模特 秘书 "
    "记者 保安 保姆 翻译 军人 工人 商人 艺人 诗人 警官 法官 总监 主管 助理 "
    "顾问 学生 大学生 研究生 本科生 高中生 初中生 小学生 博士生 硕士生 实习生 "
    "医生 博主 主播 码农 销售 客服 教练 裁判 牧师 船长 机长 校长 院长 店长 "
    "编辑 编剧 作者 学者 研究者 开发者 创业者 自由职业者 志愿者 主持人 经纪人 "
    "创始人 投资人 厨子 裁缝 木匠 水管工 电工 飞行员 空姐 空乘 中介 主任 "
    "保洁 公务员 军官 士兵 战士 消防员 全职妈妈 全职太太 家庭主妇 医护人员 "
    "技术人员 科研人员 程序猿 程序媛 插画师 自媒体 产品 运营 上班族 前台 院士 "
    "兽医 牙医 中医 "
    "外科医生 博士后 收银员 快递小哥 外卖小哥 网红 偶像 店主 农场主 合伙人"
)
NO_OCCUPATION = word_list(
    "女生 男生 先生 陌生人 新手 高手 大家 国家 成员 会员 党员 团员 家长 "
    "爱好者 "
    "素食者 素食主义者 患者 初学者 独生子 左撇子 行家 一家 全家 人家 老手 "
    "搬家 回家 想家 能手 右手 左手 本人 独生女 管家婆"
)
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董"
    "袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟"
    "熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛"
    "樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒"
    "阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕"
)
COMMON_NOT_NAMES = word_set(
    "单身 高中 文盲 路人 华侨 华人 白领 蓝领 金领 左派 右派 安静 安心 温柔 "
    "高兴 文科 武汉 江南 石家庄 成都 成年 成熟 万能 易怒 于是 任何 何人 何时 "
    "马上 方便 关于 向来 单亲 单独 严肃 严格 安全 包括 高个子 夏天 温州 "
    "周末 周一 周二 周三 周四 周五 周六 周日 周天 高考 时常 万一 方才 白天 温"
    "和 成天 "
    "连夜 白白 高高 "
    "苏州 杭州 常州 金华 宁波 江苏 江西 云南 海南 湖南"
)
NUMBERS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {
    "两": 2, "〇": 0, "俩": 2,
}  # fmt: skip
WH = (
    "什么时候|什么地方|什么|(?<!免)贵姓|谁|哪里|哪儿|哪个|哪些|哪一|哪种|哪家|"
    "哪年|"
    "哪天|哪|几|多少|多大|多高|怎么样|怎么|怎样|为什么|为何|何时|何处|何地|"
    "如何"
)
# Nouns of "favourite …", so that both languages mean the same attribute.
NOUNS_IN_CHINESE = {
    "colour": "颜色", "food": "食物", "animal": "动物", "book": "书",
    "movie": "电影", "city": "城市", "sport": "运动", "song": "歌曲",
    "fruit": "水果", "drink": "饮料", "season": "季节", "music": "音乐",
    "dish": "菜", "singer": "歌手", "number": "数字", "country": "国家",
}  # fmt: skip
NOUNS_IN_ENGLISH = {zh: en for en, zh in NOUNS_IN_CHINESE.items()}
# Places people come from and live in, so that 山东的 is one.
PLACES = word_set(
    """北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建
    江西
    山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古
    广西 西藏 宁夏 新疆 香港 澳门 广州 深圳 杭州 南京 成都 武汉 西安 苏州 长沙
    青岛 大连 厦门 宁波 无锡 沈阳 哈尔滨 长春 济南 郑州 合肥 福州 南昌 昆明
    贵阳 南宁 海口 兰州 太原 石家庄 呼和浩特 乌鲁木齐 拉萨 银川 西宁 东莞
    佛山 温州 中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 意大利 西班牙
    俄罗斯 印度 泰国 新加坡 马来西亚 越南 巴西 墨西哥 伦敦 巴黎 纽约 东京 柏林
    首尔 东北 潮汕 闽南 江浙 关中 陕北 胶东 苏北 苏南 云贵 潮州 汕头 珠海 中山
    惠州 泉州 绍兴 嘉兴 湖州 台州 徐州 常州 南通 扬州 烟台 潍坊 洛阳 桂林 三亚
    唐山 保定 大同 包头 吉林 丹东 威海 芜湖 株洲 宜昌 襄阳 遵义 大理 丽江 绵阳
    台北 高雄 澳洲 荷兰 瑞士 瑞典 挪威 芬兰 丹麦 波兰 希腊 葡萄牙 土耳其
    埃及"""
)
